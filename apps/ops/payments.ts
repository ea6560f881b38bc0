import { type Decision, outcomes } from '../imports/decidePayment.ts';
import { dryLedger, noteMatch, realLedger, settle } from '../imports/ledger.ts';
import { type ListedPayment, listedPayments } from '../imports/paymentList.ts';
import { amountText, parseUnits } from '../money.ts';
import type { Output } from './command.ts';
import { type Imported, importCommand } from './importCommand.ts';
import { listOf } from './textTable.ts';

const details = `The file is CSV in UTF-8, separated by commas, semicolons or tabs, with these columns in any order: number, the order number;
amount, what the carrier collected, with a decimal point or comma (1,200 is rejected: it could mean 1200 or 1.2); and reference, the carrier's reference for the payment. Each row has one of these outcomes:

  paid          the amount is what was due; a payment is recorded, with the reference in its transaction_data
  already paid  the order already has a payment with this reference and amount, or nothing is due and it has a cash payment of this amount without a reference, which no other row has used
  differs       a different amount is due, or was recorded with this reference; both are shown
  unknown       the store has no such order
  cancelled     the order is cancelled
  rejected      the row is invalid, or the service rejected the payment; the note says why

A payment is recorded only for rows with the outcome paid. Check the other rows yourself, and record their payments
through the API where needed.

You can import the same list again: each reference is recorded only once per order. If an import is interrupted, run the same
command again: it continues from <file>.progress, which is deleted at the end.`;

export const importPayments = importCommand<ListedPayment, Decision>({
  name: 'payment import',
  summary: 'Records the cash that a carrier collected, from a CSV file',
  details,
  examples: ['payment import carrier.csv --dry-run', 'payment import carrier.csv'],
  noun: 'rows',
  dryRun: 'show what an import would do, and record nothing',
  rowsIn: listedPayments,
  groupOf: ({ number }) => number,
  handlerFor: (store, isDry, currency, earlier) => {
    const ledger = isDry ? dryLedger(store) : realLedger(store);
    for (const { row, decision } of earlier) noteMatch(ledger.matched, row, decision);
    return async (row, wasStarted, beforePayment) => {
      if (row.reason !== undefined) return { outcome: 'rejected', currency: '', collected: null, note: row.reason };
      const { isByReference, ...decision } = await settle(ledger, row, currency, beforePayment);
      // If the interrupted import had begun to send this payment, the recorded one is its own.
      return isByReference && wasStarted ? { ...decision, outcome: 'paid' } : decision;
    };
  },
  report,
});

function report({ rows, isDry, resumedAfter, earlier }: Imported<ListedPayment, Decision>): Output {
  const decisions = rows.map(({ decision }) => decision);
  const sums = sumsOf(decisions);
  const paid = decisions.filter(({ outcome }) => outcome === 'paid').length;
  const dry = isDry ? 'Dry run: nothing was recorded. An import would have these outcomes:\n\n' : '';
  return {
    data: {
      dry_run: isDry,
      resumed_after: resumedAfter,
      rows: rows.map(({ row: { line, number, reference }, decision: { outcome, currency, collected, expected, note } }) => ({
        line,
        number,
        reference,
        outcome,
        currency: currency || null,
        collected: asJson(collected),
        expected: asJson(expected),
        note: note ?? null,
      })),
      sums: sums.map((sum) => ({ ...sum, collected: asJson(sum.collected) })),
    },
    text: `${dry}${rowTable(rows)}\n${sumTable(sums)}\n${paid} of ${rows.length} rows ${isDry ? 'would be paid' : 'paid'}${earlier}.\n`,
    failed: decisions.some(({ outcome }) => !['paid', 'already paid'].includes(outcome)),
  };
}

/** Amounts become JSON numbers that keep all their digits. */
const asJson = (amount: string | null = null) => amount && JSON.rawJSON(amount);

const rowTable = listOf<{ row: ListedPayment; decision: Decision }>(
  [
    ['line', ({ row }) => row.line],
    ['order', ({ row }) => row.number],
    ['outcome', ({ decision }) => decision.outcome],
    ['collected', ({ row, decision }) => decision.collected ?? row.amount.slice(0, 20)],
    ['expected', ({ decision }) => decision.expected ?? ''],
    ['currency', ({ decision }) => decision.currency || null],
    ['reference', ({ row }) => row.reference],
    ['note', ({ decision }) => decision.note ?? ''],
  ],
  ['collected', 'expected'],
);

type Sum = { outcome: string; currency: string; rows: number; collected: string | null };

/** The number of rows and the total amount per outcome and currency, then for all outcomes. Invalid amounts are not added. */
const sumsOf = (decisions: readonly Decision[]): Sum[] =>
  [...outcomes, 'all'].flatMap((outcome) => {
    const some = decisions.filter((one) => outcome === 'all' || one.outcome === outcome);
    return [...Map.groupBy(some, ({ currency }) => currency)].map(([currency, group]) => {
      const units = group.reduce((sum, { collected }) => sum + (parseUnits(collected ?? '0', currency) ?? 0n), 0n);
      return { outcome, currency, rows: group.length, collected: currency === '' ? null : amountText(units, currency) };
    });
  });

const sumTable = listOf<Sum>(
  ['outcome', 'rows', 'collected', ['currency', ({ currency }) => currency || null]],
  ['rows', 'collected'],
);
