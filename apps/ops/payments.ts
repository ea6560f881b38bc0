import { amountText, parseUnits } from '../money.ts';
import { command, type Output } from './command.ts';
import { type Decision, outcomes } from './decidePayment.ts';
import { importPayments } from './importPayments.ts';
import type { Recorded } from './importRows.ts';
import { type ListedPayment, listedPayments } from './paymentList.ts';
import { progressFile } from './progressFile.ts';
import { readText } from './textFile.ts';
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

const importFile = command({
  name: 'payment import',
  args: { file: {} },
  summary: 'Records the cash that a carrier collected, from a CSV file',
  details,
  examples: ['payment import carrier.csv --dry-run', 'payment import carrier.csv'],
  options: { dry_run: { type: 'boolean', summary: 'show what an import would do, and record nothing' } },
  run: async ({ input: { file, dry_run: isDry = false }, store }) => {
    const text = readText(file);
    const rows = listedPayments(text);
    const client = await store();
    const { id, currency } = await client.getOwnTenant();
    const settings = { rows, progress: progressFile<Recorded<Decision>>(file, [id, text]), isDry, store: client, currency };
    const { decisions, resumedAfter } = await importPayments(settings);
    return report(rows, decisions, resumedAfter, isDry);
  },
});

function report(
  rows: readonly ListedPayment[],
  decisions: ReadonlyMap<number, Decision>,
  resumedAfter: number,
  isDry: boolean,
): Output {
  const decided = rows.map((row, at) => ({ row, decision: decisions.get(at) as Decision }));
  const sums = sumsOf(decided.map(({ decision }) => decision));
  const paid = decided.filter(({ decision }) => decision.outcome === 'paid').length;
  const earlier = resumedAfter > 0 ? `; ${resumedAfter} handled before the interruption` : '';
  const dry = isDry ? 'Dry run: nothing is recorded.\n\n' : '';
  return {
    data: {
      dry_run: isDry,
      resumed_after: resumedAfter,
      rows: decided.map(({ row: { line, number, reference }, decision }) => ({ line, number, reference, ...asJson(decision) })),
      sums: sums.map(({ collected, ...sum }) => ({ ...sum, collected: collected === null ? null : JSON.rawJSON(collected) })),
    },
    text: `${dry}${rowTable(decided)}\n${sumTable(sums)}\n${paid} of ${rows.length} rows paid${earlier}.\n`,
    failed: decided.some(({ decision }) => !['paid', 'already paid'].includes(decision.outcome)),
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

const rowTable = (decided: { row: ListedPayment; decision: Decision }[]): string =>
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

export const payments = [importFile];
