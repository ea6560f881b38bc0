import type { ReportDay } from '../../../lib/order/schema.ts';
import { addDays, dayAfter, daysBetween } from '../../../lib/values/calendar.ts';
import { calendar, currency, today } from '../format.ts';
import { plus } from '../order/amounts.ts';
import { pagesOf } from '../pages.ts';
import type { ReadOptions } from '../reading.tsx';
import { storeSession } from '../session.ts';

const reportedDays = 90;
/** 160,000 orders. Beyond that, the report has only the latest days. */
const maxPages = 10;

/** What has been counted so far: the latest days. */
export type Counted = {
  /** The first day that is complete. */
  since: string;
  /** One entry for each day and currency, oldest day first. */
  all: ReportDay[];
};
/** `days` has those in the store's own currency, also those without orders. */
export type Report = Counted & { days: ReportDay[] };

const counts = ['orders', 'cancelled', 'unauthorized', 'unpaid'] as const;
const amounts = ['ordered', 'credited', 'paid', 'refunded', 'due', 'overpaid'] as const;

export async function readReport(options: ReadOptions): Promise<Report> {
  const to = today();
  const from = addDays(to, 1 - reportedDays);
  let counted: Counted = { since: from, all: [] };
  let pages = 0;
  for await (counted of countOrders({ from, to }, options)) {
    pages += 1;
    if (pages === maxPages) break;
  }
  const { since, all } = counted;
  const own = currency();
  const days = new Map(all.filter((entry) => entry.currency === own).map((entry) => [entry.day, entry]));
  return { since, days: daysBetween(since, to).map((day) => days.get(day) ?? emptyDay(day, own)), all };
}

/** Counts the orders placed on these days, latest change first. Yields after each page. */
export async function* countOrders(range: { from: string; to: string }, options: ReadOptions): AsyncGenerator<Counted> {
  const found: ReportDay[] = [];
  const read = ({ limit: _, ...query }: { limit: number }) => storeSession().store.getDailyReport(query, options);
  for await (const { days, complete_from, next_cursor } of pagesOf(read, range, options)) {
    found.push(...days);
    const since = next_cursor ? dayAfter(calendar().day(complete_from)) : range.from;
    yield { since, all: sumUp(found).filter(({ day }) => day >= since) };
  }
}

const zeros = Object.fromEntries([...counts, ...amounts].map((figure) => [figure, 0]));
export const emptyDay = (day: string, currency: string) => ({ day, currency, ...zeros }) as ReportDay;

/** Adds up the entries of each day and currency, as a day can be on several pages. With 7 characters of a day, of each month. */
export function sumUp(entries: readonly ReportDay[], characters = 10): ReportDay[] {
  const sums = new Map<string, ReportDay>();
  for (const entry of entries) {
    const { currency } = entry;
    const day = entry.day.slice(0, characters);
    const sum = sums.get(day + currency) ?? emptyDay(day, currency);
    for (const figure of counts) sum[figure] += entry[figure];
    for (const figure of amounts) sum[figure] = plus(sum[figure], entry[figure], currency);
    sums.set(day + currency, sum);
  }
  return [...sums.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}
