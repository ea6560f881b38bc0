import { useState } from 'preact/hooks';
import type { Order } from '../../../lib/order/schema.ts';
import { dateTime, money } from '../format.ts';
import { Check, Choice, TextField, Units } from '../parts/fields.tsx';
import { storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { amountIn, amountText, chosenLines, openLines, plus, priceOf } from './amounts.ts';
import { type DialogProps, OrderForm } from './orderForm.tsx';

/** Returns money, by line or as an amount, and shows what it comes to before it is sent. */
export function RefundDialog(props: DialogProps) {
  const { order, actions } = props.data;
  const { number, currency, cancelled } = order;
  const max = actions.find(({ action }) => action === 'refund')?.max ?? 0;
  const lines = openLines(order);
  const [units, setUnits] = useState(lines.map(() => 0));
  const [typed, setTyped] = useState<string>();
  const [isCredit, setCredit] = useState(true);
  const [payment, setPayment] = useState('');
  const [reason, setReason] = useState('');
  const chosen = chosenLines(units);
  const proposed = chosen.length > 0 ? priceOf(order, units) : cancelled ? max : 0;
  const amount = typed ?? (proposed ? amountText(proposed, currency) : '');
  const credits = chosen.length > 0 || (isCredit && !cancelled);
  return (
    <OrderForm
      {...props}
      title={texts.refundDialog.title(number)}
      submit={texts.refundDialog.submit(Number(amount) ? money(Number(amount), currency) : undefined)}
      did={texts.did.refund(money(Number(amount) || 0, currency), number)}
      call={(options, idempotencyKey) => {
        const what = chosen.length > 0 ? { lines: chosen } : credits ? { credit: true } : {};
        const rest = { reason, ...(payment && { payment }), ...what };
        return storeSession().store.createPayment(
          { number, method: 'refund', total: -amountIn(amount), ...rest },
          { ...options, idempotencyKey },
        );
      }}
    >
      <p>{texts.refundDialog.max(money(max, currency))}</p>
      {!cancelled && <Units label={texts.refundDialog.lines} lines={lines} value={units} onChange={setUnits} />}
      <TextField label={texts.amount(currency)} inputMode="decimal" value={amount} onChange={setTyped} />
      {chosen.length === 0 && !cancelled && (
        <Check label={texts.refundDialog.credit} hint={texts.refundDialog.creditHint} value={isCredit} onChange={setCredit} />
      )}
      <Choice label={texts.refundDialog.payment} value={payment} options={paymentsOf(order)} onChange={setPayment} />
      <TextField label={texts.reason} maxLength={200} value={reason} onChange={setReason} />
      {Number(amount) > 0 && <Preview order={order} amount={Number(amount)} credits={credits} />}
    </OrderForm>
  );
}

const paymentsOf = ({ payments, currency }: Order): Record<string, string> => ({
  '': texts.refundDialog.anyPayment,
  ...Object.fromEntries(
    payments
      .filter(({ total }) => total > 0)
      .map(({ id, total, method, created }) => [id, `${money(total, currency)} ${method}, ${dateTime(created)}`]),
  ),
});

function Preview({ order, amount, credits }: { order: Order; amount: number; credits: boolean }) {
  const { currency, total, credited, balance } = order;
  const show = (value: number) => money(value, currency);
  const cost = plus(total, -credited, currency);
  return (
    <p class="preview" aria-live="polite">
      {credits
        ? texts.refundDialog.previewCredit(show(amount), show(cost), show(plus(cost, -amount, currency)), show(balance))
        : texts.refundDialog.preview(show(amount), show(plus(balance, amount, currency)))}
    </p>
  );
}
