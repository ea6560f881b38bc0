import * as z from 'zod/mini';
import { dateTime } from '../../../lib/values/fields.ts';
import { UsageError } from './command.ts';

/** A span of time, both ends included, as the interface takes it. */
export type Period = { from: string; to: string };

/** The options of a command for a period. */
export const periodOptions = {
  from: {
    type: 'string',
    summary: "the first day, in the store's time zone, or a time such as 2026-10-01T08:00:00Z",
    required: true,
  },
  to: { type: 'string', summary: 'the last day, included, or a time', required: true },
} as const;

/** The days and wall-clock times of a store. */
export function calendarOf(timeZone: string) {
  // Swedish writes dates and times as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  /** Such as `2026-10-01 14:05:00`. */
  const clock = (time: string | number) => format.format(new Date(time));
  const day = (time: string | number) => clock(time).slice(0, 10);
  /** The first instant whose day is this one or later; the clock of a day may begin at 01:00. */
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

/** Local time is at most 14 hours from UTC, and one day was once skipped. */
const marginMs = 40 * 3600_000;

/** A day begins at its start and ends at its end, both in the store's time zone. A time is taken as it is. */
export function periodOf({ from, to }: Period, calendar: Calendar): Period {
  const start = instantOf('from', from, calendar);
  const end = isDay(to) ? new Date(calendar.start(dayAfter(to)) - 1).toISOString() : instantOf('to', to, calendar);
  if (end < start) throw new UsageError(`--to ${to} is before --from ${from}.`);
  return { from: start, to: end };
}

/** The start of a day in the store's time zone, or a time as it is. */
export const instantOf = (option: string, text: string, calendar: Calendar): string =>
  new Date(isDay(text) ? calendar.start(text) : timeOf(option, text)).toISOString();

export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 3600_000).toISOString().slice(0, 10);

/** A day of the years 1970 to 9998 that exists. */
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
