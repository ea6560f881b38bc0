import { decodeCursor, encodeCursor, readErrorOf, unknownCursor } from '../api/cursor.ts';
import { invalid } from '../api/errors.ts';
import type { TenantId } from '../db/key.ts';
import { latestChanged, queryPage } from '../db/query.ts';
import { getTenant } from '../tenant/data.ts';
import { calendarOf, dayAfter, dayBefore } from '../values/calendar.ts';
import { major, minorSum } from '../values/money.ts';
import { isReportDay } from './inputs.ts';
import type { OrderItem } from './orderItem.ts';
import type { ReportDay } from './schema.ts';

/** What the index of changes holds of an order. */
type Entry = Pick<OrderItem, 'changed' | 'created' | 'authorized' | 'cancelled' | 'sums'> & { pk: string; sk: string };
type Range = { from: string; to: string };
type Query = { [name in keyof Range]?: string | undefined } & { cursor?: string | undefined };

const operation = 'getDailyReport';
/** Entries of one read. They are less than a megabyte, where the database would end a read. */
const perRead = 4000;
const maxReads = 4;
const defaultDays = 30;
export const maxReportDays = 400;

/** The figures of some of the days' orders, latest change first. The figures of all pages add up to those of the days. */
export async function getDailyReport(tenant: TenantId, query: Query, now: Date) {
  const calendar = calendarOf((await getTenant(tenant)).timezone);
  const { filters, after } = startOf(tenant, query, calendar.day(now.getTime()));
  const starts = daysIn(filters).map((day) => ({ day, start: new Date(calendar.start(day)).toISOString() }));
  const [first, end] = [starts.at(-1)?.start as string, new Date(calendar.start(dayAfter(filters.to))).toISOString()];
  const source = latestChanged<Entry>(tenant, first);
  /** Their amounts are in minor units. */
  const rows = new Map<string, ReportDay>();
  let position = after;
  for (let reads = 0; reads < maxReads; reads++) {
    const { items, last } = await queryPage(source, position, perRead).catch((error) => {
      throw readErrorOf(error, query.cursor);
    });
    for (const entry of items) {
      const day = entry.created < end && starts.find(({ start }) => entry.created >= start)?.day;
      if (day) count(rows, day, entry);
    }
    if (last === undefined) return { days: viewOf(rows), complete_from: first, next_cursor: null };
    position = last;
  }
  const [complete_from = first] = (position as string).split('#');
  return { days: viewOf(rows), complete_from, next_cursor: encodeCursor(tenant, operation, { filters, after: position }) };
}

function startOf(tenant: TenantId, { cursor, from, to }: Query, today: string): { filters: Range; after?: string } {
  if (cursor === undefined) {
    const last = to ?? (from === undefined || from <= today ? today : from);
    return { filters: { to: last, from: from ?? daysBefore(last) } };
  }
  const start = decodeCursor<Range>(cursor, tenant, operation);
  if (![start.filters.from, start.filters.to].every(isReportDay)) throw unknownCursor();
  return start;
}

function daysBefore(last: string): string {
  let day = last;
  for (let i = 1; i < defaultDays && isReportDay(dayBefore(day)); i++) day = dayBefore(day);
  return day;
}

/** Latest first. */
function daysIn({ from, to }: Range): [string, ...string[]] {
  const days: [string, ...string[]] = [to];
  for (let day = dayBefore(to); day >= from; day = dayBefore(day)) {
    if (days.push(day) > maxReportDays) throw invalid('from', `must be at most ${maxReportDays - 1} days before \`to\``);
  }
  return days;
}

const amounts = ['ordered', 'credited', 'paid', 'refunded', 'due', 'overpaid'] as const;
const noFigures = { orders: 0, cancelled: 0, unauthorized: 0, unpaid: 0 };
const noAmounts = { ordered: 0, credited: 0, paid: 0, refunded: 0, due: 0, overpaid: 0 };

function count(rows: Map<string, ReportDay>, day: string, { authorized, cancelled, sums }: Entry): void {
  const [currency, ...values]: [string, ...number[]] = JSON.parse(sums);
  const [total, credited, paid, refunded, balance] = values.map((value) => minorSum(value, currency)) as Sums;
  const row = rows.get(day + currency) ?? { day, currency, ...noFigures, ...noAmounts };
  rows.set(day + currency, row);
  row[cancelled ? 'cancelled' : 'orders'] += 1;
  if (!cancelled) {
    row.ordered += total;
    row.credited += credited;
    if (!authorized) row.unauthorized += 1;
  }
  row.paid += paid;
  row.refunded += refunded;
  row.due += Math.max(0, balance);
  row.overpaid += Math.max(0, -balance);
  if (balance > 0) row.unpaid += 1;
}

type Sums = [total: number, credited: number, paid: number, refunded: number, balance: number];

/** Latest day first. */
const viewOf = (rows: Map<string, ReportDay>): ReportDay[] =>
  [...rows.keys()]
    .sort()
    .reverse()
    .map((key) => {
      const row = { ...(rows.get(key) as ReportDay) };
      for (const name of amounts) row[name] = major(row[name], row.currency);
      return row;
    });
