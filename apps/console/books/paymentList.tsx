import type { Decision } from '../../imports/decidePayment.ts';
import { dryLedger, realLedger, settle } from '../../imports/ledger.ts';
import { type ListedPayment, listedPayments } from '../../imports/paymentList.ts';
import { currency, money } from '../format.ts';
import { CheckedList, type Outcome } from '../parts/checkedList.tsx';
import { actorOption, storeSession } from '../session.ts';
import { things } from '../texts.ts';

const outcomes: Record<Decision['outcome'], string> = {
  pay: 'not decided',
  paid: 'recorded',
  'already paid': 'already recorded',
  differs: 'the amount differs',
  unknown: 'no such order',
  cancelled: 'cancelled',
  rejected: 'rejected',
};

/** Records the cash that a carrier collected, by the rules of `ops payment import`. */
export const PaymentList = ({ done }: { done: () => void }) => (
  <CheckedList
    title="Record cash from a carrier's list"
    hint="The first line names the columns number (the order), amount and reference, in any order. Only what is exactly due is recorded."
    again="You can use the same list again: each reference is recorded only once per order."
    start={(count) => `Record ${things(count, 'payment')}`}
    rowsIn={listedPayments}
    done={done}
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
      { head: 'Reference', cell: ({ row }) => row.reference },
      { head: 'Amount', cell: ({ row }) => row.amount, isNumber: true },
    ]}
  />
);

function outcomeOf({ outcome, expected, note, currency }: Decision, { number }: ListedPayment, isCheck: boolean): Outcome {
  const isPaid = outcome === 'paid';
  const text = isCheck && isPaid ? 'will be recorded' : outcomes[outcome];
  const amount = expected !== undefined && outcome !== 'cancelled' && money(Number(expected), currency);
  return {
    text: [text, [amount, note].filter(Boolean).join(' ')].filter(Boolean).join(': '),
    number: outcome === 'unknown' ? null : number,
    isOpen: isPaid,
    isDone: isPaid || outcome === 'already paid',
  };
}
