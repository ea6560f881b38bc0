import { exactText } from '../../money.ts';
import { money } from '../format.ts';
import { useFields } from '../parts/edit.ts';
import { Choice, TextField, Units } from '../parts/fields.tsx';
import { storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { amountIn, chosenLines, dueText, maxOf, openLines, plus, priceOf, typedAmount } from './amounts.ts';
import { type DialogProps, OrderForm } from './orderForm.tsx';

const { refund: _, ...paymentMethods } = texts.methods;

export function PayDialog(props: DialogProps) {
  const { number, currency } = props.data.order;
  const max = maxOf(props.data.actions, 'pay');
  const [values, input] = useFields({ amount: exactText(max, currency), method: 'cash_on_delivery', reference: '' });
  const { amount, method, reference } = values;
  const total = typedAmount(amount, currency);
  return (
    <OrderForm
      {...props}
      title={`Record payment for order ${number}`}
      submit={total === undefined ? texts.actions.pay : `Record payment of ${money(total, currency)}`}
      did={`Payment for order ${number} recorded.`}
      call={(_, keyed) =>
        storeSession().store.createPayment(
          { number, total: amountIn(amount, currency), method, ...(reference && { transaction_data: { reference } }) },
          keyed,
        )
      }
    >
      <p>{money(max, currency)} is due.</p>
      <TextField label={`Amount in ${currency}`} inputMode="decimal" {...input('amount')} />
      <Choice label="Method" options={paymentMethods} {...input('method')} />
      <TextField
        label="Reference (optional)"
        hint="The ID of the transaction at the payment provider."
        {...input('reference')}
      />
    </OrderForm>
  );
}

export function CreditDialog(props: DialogProps) {
  const { order } = props.data;
  const { number, currency, balance } = order;
  const lines = openLines(order);
  const [{ units, amount, reason }, input] = useFields({ units: lines.map(() => 0), amount: '', reason: '' });
  const chosen = chosenLines(units);
  const value = chosen.length > 0 ? priceOf(order, units) : typedAmount(amount, currency);
  const due = Math.max(balance, 0);
  const isTooMuch = value !== undefined && value > due;
  const tooMuch = `Only ${money(due, currency)} is due, so no more can be credited. To return money that was already paid, use “Refund”.`;
  return (
    <OrderForm
      {...props}
      title={`Credit order ${number}`}
      submit={value === undefined ? texts.actions.credit : `Credit ${money(value, currency)}`}
      did={`Order ${number} credited.`}
      call={(_, keyed) => {
        const what = chosen.length > 0 ? { lines: chosen } : { amount: amountIn(amount, currency) };
        if (isTooMuch) throw new Error(tooMuch);
        return storeSession().store.createCredit({ number, ...what, reason }, keyed);
      }}
    >
      <p>Reduces what is due, for goods that were refused or not delivered. Choose units, or enter an amount.</p>
      <Units label="Units to credit" lines={lines} {...input('units')} />
      {chosen.length === 0 && <TextField label={`Or an amount in ${currency}`} inputMode="decimal" {...input('amount')} />}
      <TextField label="Reason (optional)" maxLength={200} {...input('reason')} />
      {value !== undefined && (
        <p class="preview" aria-live="polite">
          {isTooMuch
            ? tooMuch
            : `Credit of ${money(value, currency)}. Then ${dueText(plus(balance, -value, currency), currency)}.`}
        </p>
      )}
    </OrderForm>
  );
}
