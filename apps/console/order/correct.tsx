import { useState } from 'preact/hooks';
import { TextArea } from '../parts/fields.tsx';
import { type Fields, filled, Group } from '../parts/group.tsx';
import { storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { type DialogProps, OrderForm } from './orderForm.tsx';

/** Null clears a customer or an address of which nothing is left. */
const sent = (fields: Fields) => {
  const given = Object.entries(fields).filter(([, value]) => value.trim() !== '');
  return given.length > 0 ? Object.fromEntries(given) : null;
};

const isChanged = (before: Fields, after: Fields) => JSON.stringify(before) !== JSON.stringify(after);

/** Corrects the customer, the address and the note. Sends only what was changed. */
export function CorrectDialog(props: DialogProps) {
  const { order, actions } = props.data;
  const { number } = order;
  const before = {
    customer: filled(texts.customerFields, order.customer),
    address: filled(texts.addressFields, order.shipping_address),
  };
  const [customer, setCustomer] = useState(before.customer);
  const [address, setAddress] = useState(before.address);
  const [note, setNote] = useState(order.note ?? '');
  const mayMove = actions.find(({ action }) => action === 'change_address')?.allowed;
  return (
    <OrderForm
      {...props}
      title={texts.correctDialog.title(number)}
      submit={texts.save}
      did={texts.did.correct(number)}
      sets={{ customer: undefined, shipping_address: undefined, note: undefined }}
      call={(options) => {
        const changes = {
          ...(isChanged(before.customer, customer) && { customer: sent(customer) }),
          ...(isChanged(before.address, address) && { shipping_address: sent(address) }),
          ...(note !== (order.note ?? '') && { note }),
        };
        if (Object.keys(changes).length === 0) throw new Error(texts.errors.nothingChanged);
        return storeSession().store.updateOrder({ number, ...changes }, options);
      }}
    >
      <Group title={texts.order.customer} of="customer" labels={texts.customerFields} value={customer} onChange={setCustomer} />
      {mayMove ? (
        <Group
          title={texts.order.address}
          of="shipping_address"
          labels={texts.addressFields}
          value={address}
          onChange={setAddress}
        />
      ) : (
        <p class="notice">{texts.codes.order_shipped}</p>
      )}
      <TextArea label={texts.order.note} name="note" value={note} onChange={setNote} />
    </OrderForm>
  );
}
