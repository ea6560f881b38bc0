import { amountText, parseUnits } from '../money.ts';
import type { Output } from './command.ts';
import { type Decision, outcomes } from './decidePayment.ts';
import { type Imported, importCommand } from './importCommand.ts';
import { dryLedger, realLedger, settle } from './ledger.ts';
import { type ListedPayment, listedPayments } from './paymentList.ts';
import { table } from './textTable.ts';

const details = `The file is CSV in UTF-8, separated by commas, semicolons or tabs, with these columns in any order: number, the order number;
amount, what the carrier collected, with a decimal point or comma; and reference, the carrier's reference for the payment. Each row has one of these outcomes:

  paid          the amount is what was due; a payment is recorded, with the reference in its transaction_data
  already paid  the order already has a payment with this reference and amount, or it is settled and has a cash payment of this amount without a reference
  differs       a different amount is due, or was recorded with this reference; both are shown
  unknown       the store has no such order
  cancelled     the order is cancelled
  rejected      the row is invalid, or the order accepts no more payments

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
  handlerFor: (store, isDry, currency) => {
    const ledger = isDry ? dryLedger(store) : realLedger(store);
    return async (row, wasStarted, beforePayment) => {
      if (row.reason !== undefined) return { outcome: 'rejected', currency: '', collected: null, note: row.reason };
      const { isByReference, ...decision } = await settle(ledger, row, currency, beforePayment);
      // If the interrupted import had begun to send this payment, the recorded one is its own.
      return isByReference && wasStarted ? { ...decision, outcome: 'paid' } : decision;
    };
  },
  report,
});

type Decided = Imported<ListedPayment, Decision>['rows'];

function report({ rows, isDry, resumedAfter, earlier }: Imported<ListedPayment, Decision>): Output {
  const sums = sumsOf(rows.map(({ decision }) => decision));
  const paid = rows.filter(({ decision }) => decision.outcome === 'paid').length;
  const dry = isDry ? 'Dry run: nothing is recorded.\n\n' : '';
  return {
    data: {
      dry_run: isDry,
      resumed_after: resumedAfter,
      rows: rows.map(({ row: { line, number, reference }, decision }) => ({ line, number, reference, ...asJson(decision) })),
      sums: sums.map(({ collected, ...sum }) => ({ ...sum, collected: collected === null ? null : JSON.rawJSON(collected) })),
    },
    text: `${dry}${rowTable(rows)}\n${sumTable(sums)}\n${paid} of ${rows.length} rows paid${earlier}.\n`,
    failed: rows.some(({ decision }) => !['paid', 'already paid'].includes(decision.outcome)),
  };
}

/** Amounts become JSON numbers that keep all their digits. */
const asJson = ({ outcome, currency, collected, expected, note }: Decision) => ({
  outcome,
  currency: currency || null,
  collected: collected === null ? null : JSON.rawJSON(collected),
  expected: expected === undefined ? null : JSON.rawJSON(expected),
  note: note ?? null,
});

const rowTable = (decided: Decided): string =>
  table(
    ['line', 'order', 'outcome', 'collected', 'expected', 'currency', 'reference', 'note'],
    decided.map(({ row: { line, number, amount, reference }, decision }) => {
      const { outcome, collected, expected = '', currency, note = '' } = decision;
      return [line, number, outcome, collected ?? amount.slice(0, 20), expected, currency || null, reference, note];
    }),
    ['collected', 'expected'],
  );

type Sum = { outcome: string; currency: string; rows: number; collected: string | null };

/** The number of rows and the total amount per outcome and currency, then for all outcomes. Invalid amounts are not added. */
function sumsOf(decisions: readonly Decision[]): Sum[] {
  const named = outcomes.map((outcome) => [outcome, decisions.filter((one) => one.outcome === outcome)] as const);
  return [...named, ['all', decisions] as const].flatMap(([outcome, some]) =>
    [...Map.groupBy(some, ({ currency }) => currency)].map(([currency, group]) => ({
      outcome,
      currency,
      rows: group.length,
      collected: currency === '' ? null : sumOf(group, currency),
    })),
  );
}

function sumOf(decisions: readonly Decision[], currency: string): string {
  const units = decisions.map(({ collected }) => parseUnits(collected ?? '0', currency) ?? 0n);
  return amountText(
    units.reduce((sum, one) => sum + one, 0n),
    currency,
  );
}

const sumTable = (sums: readonly Sum[]): string =>
  table(
    ['outcome', 'rows', 'collected', 'currency'],
    sums.map(({ outcome, rows, collected, currency }) => [outcome, rows, collected, currency || null]),
    ['rows', 'collected'],
  );
