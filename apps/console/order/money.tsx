import { useState } from 'preact/hooks';
import { exactText } from '../../money.ts';
import { money } from '../format.ts';
import { Choice, TextField, Units } from '../parts/fields.tsx';
import { storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { amountIn, chosenLines, maxOf, openLines, plus, priceOf, typedAmount } from './amounts.ts';
import { type DialogProps, OrderForm } from './orderForm.tsx';

const { refund: _, ...paymentMethods } = texts.methods;

export function PayDialog(props: DialogProps) {
  const { number, currency } = props.data.order;
  const max = maxOf(props.data.actions, 'pay');
  const [amount, setAmount] = useState(exactText(max, currency));
  const [method, setMethod] = useState('cash_on_delivery');
  const [reference, setReference] = useState('');
  const total = typedAmount(amount, currency);
  return (
    <OrderForm
      {...props}
      title={texts.payDialog.title(number)}
      submit={total === undefined ? texts.actions.pay : texts.payDialog.submit(money(total, currency))}
      did={texts.did.pay(number)}
      call={(options, idempotencyKey) =>
        storeSession().store.createPayment(
          { number, total: amountIn(amount, currency), method, ...(reference && { transaction_data: { reference } }) },
          { ...options, idempotencyKey },
        )
      }
    >
      <p>{texts.payDialog.due(money(max, currency))}</p>
      <TextField label={texts.amount(currency)} inputMode="decimal" value={amount} onChange={setAmount} />
      <Choice label={texts.payDialog.method} value={method} options={paymentMethods} onChange={setMethod} />
      <TextField
        label={texts.payDialog.reference}
        hint={texts.payDialog.referenceHint}
        value={reference}
        onChange={setReference}
      />
    </OrderForm>
  );
}

export function CreditDialog(props: DialogProps) {
  const { order } = props.data;
  const { number, currency, balance } = order;
  const lines = openLines(order);
  const [units, setUnits] = useState(lines.map(() => 0));
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const chosen = chosenLines(units);
  const value = chosen.length > 0 ? priceOf(order, units) : typedAmount(amount, currency);
  const isTooMuch = value !== undefined && value > balance;
  const tooMuch = texts.creditDialog.tooMuch(money(Math.max(balance, 0), currency));
  return (
    <OrderForm
      {...props}
      title={texts.creditDialog.title(number)}
      submit={value === undefined ? texts.actions.credit : texts.creditDialog.submit(money(value, currency))}
      did={texts.did.credit(number)}
      call={(options, idempotencyKey) => {
        const what = chosen.length > 0 ? { lines: chosen } : { amount: amountIn(amount, currency) };
        if (isTooMuch) throw new Error(tooMuch);
        return storeSession().store.createCredit({ number, ...what, reason }, { ...options, idempotencyKey });
      }}
    >
      <p>{texts.creditDialog.explain}</p>
      <Units label={texts.creditDialog.lines} lines={lines} value={units} onChange={setUnits} />
      {chosen.length === 0 && (
        <TextField label={texts.creditDialog.amount(currency)} inputMode="decimal" value={amount} onChange={setAmount} />
      )}
      <TextField label={texts.reason} maxLength={200} value={reason} onChange={setReason} />
      {value !== undefined && (
        <p class="preview" aria-live="polite">
          {isTooMuch
            ? tooMuch
            : texts.creditDialog.preview(money(value, currency), money(plus(balance, -value, currency), currency))}
        </p>
      )}
    </OrderForm>
  );
}
