import { useState } from 'preact/hooks';
import { money } from '../format.ts';
import { Check } from '../parts/fields.tsx';
import { storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { plus } from './amounts.ts';
import { type DialogProps, OrderForm } from './orderForm.tsx';

type Patch = { authorized?: boolean; cancelled?: boolean; restock?: boolean; visible?: boolean };
type Name = 'authorize' | 'unauthorize' | 'uncancel' | 'restock' | 'show' | 'hide';

/** A dialog that only asks whether to make a change. */
export const patchDialog = (name: Name, patch: Patch) => (props: DialogProps) => {
  const { number } = props.data.order;
  return (
    <OrderForm
      {...props}
      title={`${texts.actions[name]}: ${texts.order.title(number)}`}
      submit={texts.actions[name]}
      did={texts.did[name](number)}
      sets={patch}
      call={(options) => storeSession().store.updateOrder({ number, ...patch }, options)}
    >
      <p>{texts.explain[name]}</p>
    </OrderForm>
  );
};

export function CancelDialog(props: DialogProps) {
  const { number, paid, refunded, currency } = props.data.order;
  const [restock, setRestock] = useState(true);
  return (
    <OrderForm
      {...props}
      title={texts.cancelDialog.title(number)}
      submit={texts.actions.cancel}
      isDangerous
      did={texts.did.cancel(number)}
      sets={{ cancelled: true }}
      call={(options) => storeSession().store.updateOrder({ number, cancelled: true, restock }, options)}
    >
      <p>{texts.cancelDialog.explain}</p>
      <Check label={texts.cancelDialog.restock} hint={texts.cancelDialog.restockHint} value={restock} onChange={setRestock} />
      {paid > refunded && <p class="notice">{texts.cancelDialog.refund(money(plus(paid, -refunded, currency), currency))}</p>}
    </OrderForm>
  );
}
