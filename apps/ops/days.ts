import * as z from 'zod/mini';
import { type Calendar, dayAfter, isDay } from '../../lib/values/calendar.ts';
import { dateTime } from '../../lib/values/fields.ts';
import { UsageError } from './command.ts';

/** A time span, both ends included, as the API expects it. */
export type Period = { from: string; to: string };

/** The options of a command for a period. */
export const periodOptions = {
  from: {
    type: 'string',
    summary: "the first day, in the store's time zone, or a time such as 2026-10-01T08:00:00Z",
    required: true,
  },
  to: { type: 'string', summary: 'the last day (inclusive), or a time', required: true },
} as const;

/** A day as `from` means its start, and as `to` its end, in the store's time zone. A time is used unchanged. */
export function periodOf({ from, to }: Period, calendar: Calendar): Period {
  const start = instantOf('from', from, calendar);
  const end = isDay(to) ? new Date(calendar.start(dayAfter(to)) - 1).toISOString() : instantOf('to', to, calendar);
  if (end < start) throw new UsageError(`--to ${to} is before --from ${from}. Choose a later --to.`);
  return { from: start, to: end };
}

/** The start of a day in the store's time zone, or the given time. */
export const instantOf = (option: string, text: string, calendar: Calendar): string =>
  new Date(isDay(text) ? calendar.start(text) : timeOf(option, text)).toISOString();

/** The ISO 8601 week of a day, such as `2026-W40`. It belongs to the year of its Thursday. */
export function weekOf(day: string): string {
  const thursday = new Date(`${day}T00:00:00Z`);
  thursday.setUTCDate(thursday.getUTCDate() + 4 - (thursday.getUTCDay() || 7));
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0)) / weekMs) + 1;
  return `${year}-W${`${week}`.padStart(2, '0')}`;
}

const weekMs = 7 * 24 * 3600_000;

function timeOf(option: string, text: string): number {
  const result = z.safeParse(dateTime(), text);
  if (result.success) return Date.parse(result.data);
  const examples = 'from 1970 to 9998, such as 2026-10-01, or a time with its zone, such as 2026-10-01T08:00:00Z';
  throw new UsageError(`--${option} must be a day ${examples}; not "${text}".`);
}
