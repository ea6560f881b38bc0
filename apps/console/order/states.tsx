import { useState } from 'preact/hooks';
import { money } from '../format.ts';
import { Check, TextField, Units } from '../parts/fields.tsx';
import { storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { cancellableLines, chosenLines, maxOf, plus, priceOf } from './amounts.ts';
import { type DialogProps, OrderForm } from './orderForm.tsx';
import { dueText } from './refund.tsx';

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

/** Takes unsent units off the order, and shows what it then costs. */
export function CancelPartDialog(props: DialogProps) {
  const { order, actions } = props.data;
  const { number, currency, total, credited, balance } = order;
  const max = maxOf(actions, 'cancel_part');
  const lines = cancellableLines(order);
  const [units, setUnits] = useState(lines.map(() => 0));
  const [restock, setRestock] = useState(true);
  const [reason, setReason] = useState('');
  const chosen = chosenLines(units);
  const count = units.reduce((sum, quantity) => sum + quantity, 0);
  const cost = plus(total, -credited, currency);
  const amount = Math.min(priceOf(order, units), Math.max(cost, 0));
  const show = (value: number) => money(value, currency);
  return (
    <OrderForm
      {...props}
      title={texts.cancelPartDialog.title(number)}
      submit={texts.cancelPartDialog.submit(count)}
      isDangerous
      did={texts.did.cancel_part(count, number)}
      call={(options, idempotencyKey) => {
        if (count === 0) throw new Error(texts.errors.noUnits);
        if (count > max) throw new Error(texts.cancelPartDialog.tooMany(max));
        return storeSession().store.cancelPart({ number, lines: chosen, restock, reason }, { ...options, idempotencyKey });
      }}
    >
      <p>{texts.cancelPartDialog.explain}</p>
      <Units label={texts.cancelPartDialog.lines} lines={lines} value={units} onChange={setUnits} />
      <Check
        label={texts.cancelPartDialog.restock}
        hint={texts.cancelPartDialog.restockHint}
        value={restock}
        onChange={setRestock}
      />
      <TextField label={texts.reason} maxLength={200} value={reason} onChange={setReason} />
      {count > 0 && (
        <p class="preview" aria-live="polite">
          {count > max
            ? texts.cancelPartDialog.tooMany(max)
            : texts.cancelPartDialog.preview(
                count,
                restock,
                show(cost),
                show(plus(cost, -amount, currency)),
                dueText(plus(balance, -amount, currency), currency),
              )}
        </p>
      )}
    </OrderForm>
  );
}
