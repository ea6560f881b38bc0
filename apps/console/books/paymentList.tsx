import type { Decision } from '../../ops/decidePayment.ts';
import { dryLedger, realLedger, settle } from '../../ops/ledger.ts';
import { type ListedPayment, listedPayments } from '../../ops/paymentList.ts';
import { currency, money } from '../format.ts';
import { CheckedList, type Outcome } from '../parts/checkedList.tsx';
import { actorOption, storeSession } from '../session.ts';
import { texts } from '../texts.ts';

/** Records the cash that a carrier collected, by the rules of `ops payment import`. */
export const PaymentList = () => (
  <CheckedList
    say={texts.paymentList}
    rowsIn={listedPayments}
    handler={(isCheck) => {
      const { store } = storeSession();
      const ledger = isCheck ? dryLedger(store) : realLedger(store, actorOption());
      return async (row: ListedPayment) =>
        row.reason === undefined
          ? outcomeOf(await settle(ledger, row, currency(), () => {}), row, isCheck)
          : { text: row.reason };
    }}
    nameOf={({ number }) => number}
    columns={[
      { head: texts.order.reference, cell: ({ row }) => row.reference },
      { head: texts.order.amount, cell: ({ row }) => row.amount, isNumber: true },
    ]}
  />
);

function outcomeOf({ outcome, expected, note, currency }: Decision, { number }: ListedPayment, isCheck: boolean): Outcome {
  const isPaid = outcome === 'paid';
  const text = isCheck && isPaid ? texts.paymentList.willPay : texts.paymentList.outcomes[outcome];
  const amount = expected !== undefined && money(Number(expected), currency);
  return {
    text: [text, [amount, note].filter(Boolean).join(' ')].filter(Boolean).join(': '),
    number: outcome === 'unknown' ? null : number,
    isOpen: isPaid,
    isDone: isPaid || outcome === 'already paid',
  };
}
