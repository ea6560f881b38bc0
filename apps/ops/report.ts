import type { Order } from '../../lib/order/schema.ts';
import { calendarOf, daysBetween } from '../../lib/values/calendar.ts';
import { amountText, unitsOf } from '../money.ts';
import { amounts, type Booking, bookingsOf, counts, type Figures, figures, sumsOf } from './bookings.ts';
import { command } from './command.ts';
import { type Period, periodOf, periodOptions, weekOf } from './days.ts';
import { type Added, readChanged } from './orderPages.ts';
import { progressLine } from './progress.ts';
import { table } from './textTable.ts';
import { untilSettled } from './untilSettled.ts';

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
    const { currency, timezone } = (await client.getOwnKey()).tenant;
    const calendar = calendarOf(timezone);
    const period = periodOf({ from, to }, calendar);
    await untilSettled(client, period);
    const showProgress = progressLine();
    const say = (seen: number, isLast: boolean) => showProgress(`${seen} orders`, isLast);
    const { values, until } = await readChanged(client.getOrders, period, bookedIn, say);
    const orders = values.filter(({ bookings }) => bookings.length > 0);
    const days = daysBetween(calendar.day(period.from), calendar.day(until));
    const rows = { by, labels: new Set(days.map(labels[by])), labelOf: (time: string) => labels[by](calendar.day(time)) };
    const byCurrency = Map.groupBy(orders, ({ currency }) => currency);
    // The store's own currency comes first, even without orders.
    const currencies = new Set([currency, ...[...byCurrency.keys()].sort()]);
    const reports = [...currencies].map((currency) => reportOf(currency, byCurrency.get(currency) ?? [], rows));
    return {
      data: { timezone, by, until, currencies: reports.map(({ data }) => data) },
      text: reports.map(({ text }) => text).join('\n'),
    };
  },
});

/** The label of the row that a day such as 2026-10-01 belongs to. */
const labels = { day: (day: string) => day, week: weekOf, month: (day: string) => day.slice(0, 7) };

/** `taxes` are those of an order that was placed in the period and is not cancelled. */
type Booked = { currency: string; bookings: Booking[]; taxes: Order['taxes'] };

/** What an order adds to a period. */
function bookedIn(order: Order, { from, to }: Period): Added<Booked> {
  const isWithin = (time: string) => time >= from && time <= to;
  const bookings = bookingsOf(order).filter(({ time }) => isWithin(time));
  const taxes = isWithin(order.created) && !order.cancelled ? order.taxes : [];
  return { value: { currency: order.currency, bookings, taxes }, entries: bookings.length };
}

type Rows = { by: string; labels: ReadonlySet<string>; labelOf(time: string): string };

function reportOf(currency: string, orders: readonly Booked[], { by, labels, labelOf }: Rows) {
  const bookings = orders.flatMap(({ bookings }) => bookings);
  const byLabel = Map.groupBy(bookings, ({ time }) => labelOf(time));
  const rows = [...labels].map((label) => [label, sumsOf(byLabel.get(label) ?? [])] as const);
  const total = sumsOf(bookings);
  let most = 1n;
  for (const [, { paid }] of rows) if (paid > most) most = paid;
  const cells = rows.map(([label, sums]) => [label, ...textsOf(sums, currency), bar(sums.paid, most)]);
  const taxes = taxRows(orders, currency);
  const taxTable = taxes.length > 0 ? `\n${table(taxNames, taxes, taxNames)}` : '';
  const allCells = [...cells, ['total', ...textsOf(total, currency), '']];
  return {
    data: {
      currency,
      rows: rows.map(([label, sums]) => ({ [by]: label, ...asJson(figures, textsOf(sums, currency)) })),
      total: asJson(figures, textsOf(total, currency)),
      taxes: taxes.map((texts) => asJson(taxNames, texts)),
    },
    text: `${currency}\n${table([by, ...figures, ''], allCells, figures)}${taxTable}`,
  };
}

const taxNames = ['rate', 'gross', 'net', 'tax'];

/** What was ordered with each tax rate and the tax in it, lowest rate first. */
function taxRows(orders: readonly Booked[], currency: string): string[][] {
  const byRate = Map.groupBy(
    orders.flatMap(({ taxes }) => taxes),
    ({ rate }) => rate,
  );
  return [...byRate]
    .sort(([a], [b]) => a - b)
    .map(([rate, taxes]) => {
      const sumOf = (name: 'gross' | 'tax') => taxes.reduce((sum, one) => sum + unitsOf(one[name], currency), 0n);
      const [gross, tax] = [sumOf('gross'), sumOf('tax')];
      return [`${rate}`, ...[gross, gross - tax, tax].map((units) => amountText(units, currency))];
    });
}

const textsOf = (sums: Figures, currency: string): string[] => [
  ...counts.map((name) => `${sums[name]}`),
  ...amounts.map((name) => amountText(sums[name], currency)),
];

/** Amounts become JSON numbers that keep all their digits. */
const asJson = (names: readonly string[], texts: readonly string[]) =>
  Object.fromEntries(names.map((name, i) => [name, JSON.rawJSON(texts[i] as string)]));

const barWidth = 20n;

/** At least one block for anything above 0. */
const bar = (value: bigint, most: bigint) => '█'.repeat(Number((value * barWidth + most - 1n) / most));
