import { useState } from 'preact/hooks';
import type { Order } from '../../../lib/order/schema.ts';
import { exactText } from '../../money.ts';
import { dateTime, money } from '../format.ts';
import { useFields } from '../parts/edit.ts';
import { Check, Choice, TextField, Units } from '../parts/fields.tsx';
import { storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { amountIn, chosenLines, dueText, maxOf, openLines, plus, priceOf, typedAmount } from './amounts.ts';
import { type DialogProps, OrderForm } from './orderForm.tsx';

/** Returns money, by line or as an amount, and shows what it comes to before it is sent. */
export function RefundDialog(props: DialogProps) {
  const { order, actions } = props.data;
  const { number, currency, cancelled, balance } = order;
  const max = maxOf(actions, 'refund');
  const lines = openLines(order);
  const [values, input] = useFields({
    units: lines.map(() => 0),
    // What was overpaid is not owed any more, so returning it needs no credit.
    isCredit: balance >= 0,
    payment: '',
    reason: '',
  });
  const { units, isCredit, payment, reason } = values;
  const [typed, setTyped] = useState<string>();
  // Somebody else may cancel the order while the dialog is open. Then no line can be refunded.
  const chosen = cancelled ? [] : chosenLines(units);
  const [price, owed] = [priceOf(order, units), Math.max(-balance, 0)];
  const proposed = chosen.length > 0 ? price : Math.min(price || owed, owed);
  const text = typed ?? (proposed ? exactText(proposed, currency) : '');
  const amount = typedAmount(text, currency);
  const shown = money(amount ?? 0, currency);
  const atMost = texts.maxRefund(money(max, currency));
  const credits = chosen.length > 0 || (isCredit && !cancelled);
  return (
    <OrderForm
      {...props}
      title={`Refund order ${number}`}
      submit={amount === undefined ? texts.actions.refund : `Refund ${shown}`}
      did={`Refunded ${shown} for order ${number}.`}
      call={(_, keyed) => {
        const what = chosen.length > 0 ? { lines: chosen } : credits ? { credit: true } : {};
        const rest = { reason, ...(payment && { payment }), ...what };
        const total = -amountIn(text, currency);
        if (-total > max) throw new Error(atMost);
        return storeSession().store.createPayment({ number, method: 'refund', total, ...rest }, keyed);
      }}
    >
      <p>{atMost}</p>
      {!cancelled && <Units label="Units to refund" lines={lines} {...input('units')} />}
      <TextField label={`Amount in ${currency}`} inputMode="decimal" value={text} onChange={setTyped} />
      {chosen.length === 0 && !cancelled && (
        <Check
          label={texts.owesLess}
          hint={balance < 0 ? 'Leave this off to return what was overpaid.' : 'Without this, the amount becomes due again.'}
          {...input('isCredit')}
        />
      )}
      <Choice label="From payment" options={paymentsOf(order)} {...input('payment')} />
      <TextField label="Reason (optional)" maxLength={200} {...input('reason')} />
      {amount !== undefined && amount <= max && <Preview order={order} amount={amount} credits={credits} />}
    </OrderForm>
  );
}

const paymentsOf = ({ payments, currency }: Order): Record<string, string> => ({
  '': 'Any',
  ...Object.fromEntries(
    payments
      .filter(({ total }) => total > 0)
      .map(({ id, total, method, created }) => [
        id,
        `${money(total, currency)} ${texts.methods[method] ?? method}, ${dateTime(created)}`,
      ]),
  ),
});

/** What the order costs once this amount is taken off, and what is then due. */
export function costText({ total, credited, currency }: Order, amount: number, balance: number): string {
  const cost = plus(total, -credited, currency);
  const [before, after] = [money(cost, currency), money(plus(cost, -amount, currency), currency)];
  return `The order then costs ${after} instead of ${before}, and ${dueText(balance, currency)}.`;
}

const Preview = ({ order, amount, credits }: { order: Order; amount: number; credits: boolean }) => (
  <p class="preview" aria-live="polite">
    Refund of {money(amount, order.currency)}.{' '}
    {credits
      ? costText(order, amount, order.balance)
      : `Then ${dueText(plus(order.balance, amount, order.currency), order.currency)}.`}
  </p>
);
