import * as z from 'zod/mini';
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

/** The days and wall-clock times of a store. */
export function calendarOf(timeZone: string) {
  // The Swedish locale formats dates and times like ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  /** The local time, such as `2026-10-01 14:05:00`. */
  const clock = (time: string | number) => format.format(new Date(time));
  const day = (time: string | number) => clock(time).slice(0, 10);
  /** The first instant of a day, or of the next one if the time zone skipped that day. A day may start at 01:00. */
  const start = (of: string): number => {
    const middle = Date.parse(`${of}T00:00:00Z`);
    let [before, after] = [middle - marginMs, middle + marginMs];
    while (after - before > 1) {
      const time = Math.floor((before + after) / 2);
      if (day(time) < of) before = time;
      else after = time;
    }
    return after;
  };
  return { clock, day, start };
}

export type Calendar = ReturnType<typeof calendarOf>;

/** Local time is at most 14 hours from UTC, plus 24 hours where a time zone skipped a day. */
const marginMs = 40 * 3600_000;

/** A day as `from` means its start, and as `to` its end, in the store's time zone. A time is used unchanged. */
export function periodOf({ from, to }: Period, calendar: Calendar): Period {
  const start = instantOf('from', from, calendar);
  const end = isDay(to) ? new Date(calendar.start(dayAfter(to)) - 1).toISOString() : instantOf('to', to, calendar);
  if (end < start) throw new UsageError(`--to ${to} is before --from ${from}.`);
  return { from: start, to: end };
}

/** The start of a day in the store's time zone, or the given time. */
export const instantOf = (option: string, text: string, calendar: Calendar): string =>
  new Date(isDay(text) ? calendar.start(text) : timeOf(option, text)).toISOString();

export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 3600_000).toISOString().slice(0, 10);

/** The ISO 8601 week of a day, such as `2026-W40`. It belongs to the year of its Thursday. */
export function weekOf(day: string): string {
  const thursday = new Date(`${day}T00:00:00Z`);
  thursday.setUTCDate(thursday.getUTCDate() + 4 - (thursday.getUTCDay() || 7));
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0)) / weekMs) + 1;
  return `${year}-W${`${week}`.padStart(2, '0')}`;
}

const weekMs = 7 * 24 * 3600_000;

/** Whether the text is an existing day in the years 1970 to 9998. */
function isDay(text: string): boolean {
  const isShaped = /^\d{4}-\d\d-\d\d$/.test(text) && text >= '1970' && text < '9999';
  const midnight = new Date(`${text}T00:00:00Z`);
  return isShaped && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

function timeOf(option: string, text: string): number {
  const result = z.safeParse(dateTime(), text);
  if (result.success) return Date.parse(result.data);
  const examples = 'such as 2026-10-01, or a time with its zone, such as 2026-10-01T08:00:00Z';
  throw new UsageError(`--${option} must be a day, ${examples}; not "${text}".`);
}
