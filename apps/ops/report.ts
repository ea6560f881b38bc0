import { calendarOf, dayAfter } from '../../lib/values/calendar.ts';
import { amountText } from '../money.ts';
import { amounts, counts } from './bookings.ts';
import { command } from './command.ts';
import { periodOf, periodOptions, weekOf } from './days.ts';
import { add, type Figures, none, noTotals, sumUp, type Taxes, type Totals } from './sums.ts';
import { table } from './textTable.ts';

const details = `Prints one table per currency, with one row per day, week or month in the store's time zone:

  orders     orders placed in that time, except cancelled ones; ordered is the sum of their totals
  cancelled  orders placed in that time that are cancelled now
  paid       payments recorded in that time, including those on older orders
  refunded   refunds recorded in that time
  credited   credits, cancelled parts, and refunds made with \`credit\`, recorded in that time, except those of cancelled orders
  due        what is still unpaid now on the orders placed in that time
  overpaid   what the store now owes the customers of these orders

Where orders have tax rates, a second table has the gross, the net and the tax of what was ordered in the whole period, by
rate. It adds up the taxes of the orders, before credits.

The bar shows what was paid. Ordered, due and overpaid show the current state. The other columns change later only if an order
is cancelled or reopened.`;

export const showReport = command({
  name: 'report',
  summary: 'Sums up orders, payments, refunds, credits and balances by day, week or month',
  details,
  examples: ['report --from 2026-10-01 --to 2026-10-31', 'report --from 2026-01-01 --to 2026-12-31 --by month --json'],
  options: {
    ...periodOptions,
    by: { type: 'string', summary: 'day (default), week (ISO 8601) or month', values: ['day', 'week', 'month'] },
  },
  run: async ({ input: { from, to, by = 'day' }, store }) => {
    const client = await store();
    const { currency, timezone } = await client.getOwnTenant();
    const calendar = calendarOf(timezone);
    const labelOf = (time: string) => labels[by](calendar.day(time));
    const period = periodOf({ from, to }, calendar);
    const { byCurrency, until } = await sumUp(client, period, labelOf);
    const all = new Set(daysBetween(calendar.day(period.from), calendar.day(until)).map(labels[by]));
    // The store's own currency comes first, even without orders.
    const currencies = new Set([currency, ...[...byCurrency.keys()].sort()]);
    const reports = [...currencies].map((currency) => reportOf(currency, byCurrency.get(currency), all, by));
    return {
      data: { timezone, by, until, currencies: reports.map(({ data }) => data) },
      text: reports.map(({ text }) => text).join('\n'),
    };
  },
});

/** The label of the row that a day such as 2026-10-01 belongs to. */
const labels = { day: (day: string) => day, week: weekOf, month: (day: string) => day.slice(0, 7) };

function daysBetween(first: string, last: string): string[] {
  const days = [];
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

const total = 'total';

function reportOf(currency: string, { sums, taxes }: Totals = noTotals(), labels: ReadonlySet<string>, by: string) {
  const rows = [...labels].map((label): [string, Figures] => [label, sums.get(label) ?? none()]);
  for (const [, figures] of rows) for (const figure of figureNames) add(sums, total, { figure, value: figures[figure] });
  const inTotal = sums.get(total) ?? none();
  let most = 1n;
  for (const [, { paid }] of rows) if (paid > most) most = paid;
  const head = [by, ...counts, ...amounts, ''];
  const cells = [...rows, [total, inTotal] as const].map(([label, figures]) => [
    label,
    ...Object.values(textsOf(figures, currency)),
    label === total ? '' : bar(figures.paid, most),
  ]);
  const rates = taxRows(taxes, currency);
  const taxTable = rates.length > 0 ? `\n${table(taxNames, rates, taxNames)}` : '';
  return {
    data: {
      currency,
      rows: rows.map(([label, figures]) => ({ [by]: label, ...asJson(figures, currency) })),
      total: asJson(inTotal, currency),
      taxes: rates.map((texts) => Object.fromEntries(texts.map((text, i) => [taxNames[i], JSON.rawJSON(text)]))),
    },
    text: `${currency}\n${table(head, cells, figureNames)}${taxTable}`,
  };
}

const taxNames = ['rate', 'gross', 'net', 'tax'];

/** Lowest rate first. */
const taxRows = (taxes: Taxes, currency: string): string[][] =>
  [...taxes]
    .sort(([a], [b]) => a - b)
    .map(([rate, { gross, tax }]) => [`${rate}`, ...[gross, gross - tax, tax].map((units) => amountText(units, currency))]);

const figureNames = [...counts, ...amounts];

const textsOf = (figures: Figures, currency: string) => ({
  ...Object.fromEntries(counts.map((name) => [name, `${figures[name]}`])),
  ...Object.fromEntries(amounts.map((name) => [name, amountText(figures[name], currency)])),
});

/** Amounts become JSON numbers that keep all their digits. */
const asJson = (figures: Figures, currency: string) =>
  Object.fromEntries(Object.entries(textsOf(figures, currency)).map(([name, text]) => [name, JSON.rawJSON(text)]));

const barWidth = 20n;

/** At least one block for anything above 0. */
const bar = (value: bigint, most: bigint) => '█'.repeat(Number((value * barWidth + most - 1n) / most));
