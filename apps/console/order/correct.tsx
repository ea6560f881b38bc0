import type { Order } from '../../../lib/order/schema.ts';
import { grouped, useEdit } from '../parts/edit.ts';
import { TextArea, TextField } from '../parts/fields.tsx';
import { filled, Group } from '../parts/group.tsx';
import { storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { anyOf, type DialogProps, OrderForm } from './orderForm.tsx';

const fields = ({ customer, shipping_address, note }: Order) => ({
  ...grouped('customer', filled(texts.customerFields, customer)),
  ...grouped('shipping_address', filled(texts.addressFields, shipping_address)),
  note: note ?? '',
});

/** Corrects the customer, the address and the note. */
export function CorrectDialog(props: DialogProps) {
  const { order, actions } = props.data;
  const { number } = order;
  const edit = useEdit({ of: order, fields });
  const mayMove = actions.find(({ action }) => action === 'change_address')?.allowed;
  return (
    <OrderForm
      {...props}
      title={`Correct order ${number}`}
      submit="Save"
      did={`Order ${number} corrected.`}
      edit={edit}
      sets={anyOf(edit.changed())}
      call={(options) => storeSession().store.updateOrder({ number, ...edit.changed('customer', 'shipping_address') }, options)}
    >
      <Group {...edit.group('Customer', grouped('customer', texts.customerFields))} />
      {mayMove || edit.changed().shipping_address ? (
        <Group {...edit.group('Shipping address', grouped('shipping_address', texts.addressFields))} />
      ) : (
        <p class="notice">{texts.codes.order_shipped}</p>
      )}
      <TextArea {...edit.field('note', 'Note')} />
    </OrderForm>
  );
}

const notes = ({ note, tags, reference }: Order) => ({ note: note ?? '', tags: tags.join('\n'), reference: reference ?? '' });

/** Changes what the store says about the order. The history shows who wrote which note. */
export function AnnotateDialog(props: DialogProps) {
  const { order } = props.data;
  const { number } = order;
  const edit = useEdit({ of: order, fields: notes });
  return (
    <OrderForm
      {...props}
      title={`${texts.actions.annotate}: Order ${number}`}
      submit="Save"
      did={`Order ${number} saved.`}
      edit={edit}
      sets={anyOf(edit.changed())}
      call={(options) => {
        const { tags, ...changed } = edit.changed();
        return storeSession().store.updateOrder(
          { number, ...changed, ...(tags !== undefined && { tags: tagsIn(tags) }) },
          options,
        );
      }}
    >
      <TextArea {...edit.field('note', 'Note')} />
      <TextArea {...edit.field('tags', 'Tags')} hint="One per line." />
      <TextField {...edit.field('reference', 'Reference')} maxLength={100} />
    </OrderForm>
  );
}

const tagsIn = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];
