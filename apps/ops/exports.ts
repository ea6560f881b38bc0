import type { Order } from '../../lib/order/schema.ts';
import { type Calendar, calendarOf } from '../../lib/values/calendar.ts';
import type { StoreClient } from '../client/client.ts';
import { csvTable } from '../imports/csv.ts';
import { type Call, command, type Output, UsageError } from './command.ts';
import { byteOrderMark, csvLine } from './csvText.ts';
import { type Period, periodOf, periodOptions } from './days.ts';
import { exportOrders, fileTarget, outputTarget, type Rows } from './exportOrders.ts';
import { type ChangedPosition, changedOrders, placedOrders } from './orderPages.ts';
import { type Columns, lineColumns, linesOf, orderColumns, paymentColumns, paymentsIn, rowOf } from './orderRows.ts';
import { untilSettled } from './untilSettled.ts';

const options = {
  ...periodOptions,
  file: { type: 'string', summary: 'the file to write; standard output by default' },
} as const;
type Input = Period & { file: string | undefined };

const format = `The file is CSV in UTF-8, for any spreadsheet. Amounts have the decimals of their currency. Times are in the store's time zone,
except in columns ending in "_utc". Text that a spreadsheet would run as a formula is prefixed with an apostrophe.

With --file, rows are written to <file>.part, which is renamed to <file> at the end. If the export is interrupted, run the same
command again: it continues from <file>.progress, or starts over if the period was not over.`;

export const exportPlaced = command({
  name: 'order export',
  summary: 'Exports the orders placed in a period, newest first, as CSV',
  details: `With --lines, each order has one row for each line, and one for its shipping. The totals of these rows add up to the
total of the order.

${format}`,
  examples: [
    'order export --from 2026-10-01 --to 2026-10-31 --file orders.csv',
    'order export --from 2026-10-01 --to 2026-10-31 --lines --file lines.csv',
    'order export --from 2026-10-01T08:00:00Z --to 2026-10-01T17:00:00Z',
  ],
  options: { ...options, lines: { type: 'boolean', summary: 'one row for each order line and for the shipping' } },
  run: (call) =>
    call.input.lines
      ? runPlaced(call, 'lines', lineColumns, linesOf)
      : runPlaced(call, 'orders', orderColumns, (order) => [order]),
});

const runPlaced = <T>(call: Call<Input>, noun: string, columns: Columns<T>, partsOf: (order: Order) => T[]) =>
  run(call, noun, columns, ({ store, calendar, period }) => ({
    source: placedOrders(store, period),
    rowsOf: (order) => partsOf(order).map((part) => csvLine(rowOf(columns, part, calendar))),
  }));

export const exportPayments = command({
  name: 'payment export',
  summary: 'Exports the payments and refunds recorded in a period as CSV',
  details: `Exports what was recorded in the period, also on older orders. The rows are in the order in which their
orders last changed, oldest first. Orders that change during the export are read again, so that no payment is missing.

${format}`,
  examples: [
    'payment export --from 2026-10-01 --to 2026-10-31 --file payments.csv',
    'payment export --from 2026-10-01 --to 2026-10-01',
  ],
  options,
  run: (call) => run(call, 'payments', paymentColumns, paymentRows),
});

/** An order may be read several times. Each of its payments becomes a row once. */
function paymentRows({ store, calendar, period }: Setting): Rows<ChangedPosition> {
  const written = new Map<string, number>();
  const addWritten = (number: string, count: number) => written.set(number, (written.get(number) ?? 0) + count);
  return {
    source: changedOrders(store.getOrders, period),
    rowsOf: (order, until) => {
      // Payments are only appended, so the ones already written come first.
      const payments = paymentsIn(order, { ...period, to: until }).slice(written.get(order.number) ?? 0);
      if (payments.length > 0) addWritten(order.number, payments.length);
      return payments.map((payment) => csvLine(rowOf(paymentColumns, payment, calendar)));
    },
    resume: (text) => {
      const names = Object.keys(paymentColumns);
      for (const { cells } of csvTable(text.slice(1), names, names)) if (cells?.order) addWritten(cells.order, 1);
    },
  };
}

type Setting = { store: StoreClient; calendar: Calendar; period: Period };

async function run<P>(
  { input: { from, to, file }, json, store }: Call<Input>,
  noun: string,
  columns: object,
  rowsFor: (setting: Setting) => Rows<P>,
): Promise<Output> {
  if (json && !file) throw new UsageError('--json needs --file, because the CSV goes to standard output without it.');
  const client = await store();
  const { id, timezone } = (await client.getOwnKey()).tenant;
  const calendar = calendarOf(timezone);
  const period = periodOf({ from, to }, calendar);
  await untilSettled(client, period);
  const names = Object.keys(columns);
  const work = [noun, id, timezone, period.from, period.to, ...names];
  const target = file ? fileTarget<P>(file, work, Date.parse(period.to) < Date.now()) : outputTarget<P>();
  const head = `${byteOrderMark}${csvLine(names)}`;
  const count = await exportOrders({ noun, head, ...rowsFor({ store: client, calendar, period }) }, target);
  return {
    data: { [noun]: count, file },
    text: `${count} ${count === 1 ? noun.slice(0, -1) : noun} written to ${file}.\n`,
    isStreamed: file === undefined,
  };
}
