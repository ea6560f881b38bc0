import type { ReportDay } from '../../../lib/order/schema.ts';
import { addDays, currency, dayOf } from '../format.ts';
import { plus } from '../order/amounts.ts';
import { pagesOf } from '../pages.ts';
import type { ReadOptions } from '../reading.tsx';
import { storeSession } from '../session.ts';

const reportedDays = 90;
/** 160,000 orders. Beyond that, the report ends with the latest days. */
const maxPages = 10;

/** The orders of the latest days, oldest day first. */
export type Report = {
  /** The first day that is complete. */
  since: string;
  /** The days in the store's own currency, also those without orders. */
  days: ReportDay[];
  /** All entries: one for each day and currency. */
  all: ReportDay[];
};

const counts = ['orders', 'cancelled', 'unauthorized', 'unpaid'] as const;
const amounts = ['ordered', 'credited', 'paid', 'refunded', 'due', 'overpaid'] as const;

export async function readReport(options: ReadOptions): Promise<Report> {
  const today = dayOf(new Date());
  const first = addDays(today, 1 - reportedDays);
  const entries = new Map<string, ReportDay>();
  let since = first;
  let pages = 0;
  const read = ({ limit: _, ...query }: { limit: number }) => storeSession().store.getDailyReport(query, options);
  for await (const { days, complete_from, next_cursor } of pagesOf(read, { from: first, to: today })) {
    for (const day of days) add(entries, day);
    since = next_cursor ? addDays(dayOf(new Date(complete_from)), 1) : first;
    pages += 1;
    if (pages === maxPages) break;
  }
  const all = [...entries.values()].filter(({ day }) => day >= since).sort((a, b) => (a.day < b.day ? -1 : 1));
  const own = currency() ?? all.at(-1)?.currency ?? '';
  return { since, days: daysSince(since, today).map((day) => entries.get(day + own) ?? emptyDay(day, own)), all };
}

const zeros = Object.fromEntries([...counts, ...amounts].map((figure) => [figure, 0]));
const emptyDay = (day: string, currency: string) => ({ day, currency, ...zeros }) as ReportDay;

/** Adds what a page says about a day, which can be on several pages. */
function add(entries: Map<string, ReportDay>, entry: ReportDay): void {
  const { day, currency } = entry;
  const sum = { ...(entries.get(day + currency) ?? emptyDay(day, currency)) };
  for (const figure of counts) sum[figure] += entry[figure];
  for (const figure of amounts) sum[figure] = plus(sum[figure], entry[figure], currency);
  entries.set(day + currency, sum);
}

function daysSince(first: string, last: string): string[] {
  const days = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
