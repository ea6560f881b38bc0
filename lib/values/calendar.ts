/** The days and wall-clock times of a store. */
export function calendarOf(timeZone: string) {
  // The Swedish locale formats dates and times like ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  /** The local time, such as `2026-10-01 14:05:00`. The locale does not pad years. */
  const clock = (time: string | number) => format.format(new Date(time)).padStart(19, '0');
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

export const dayAfter = (day: string): string => addDays(day, 1);
export const dayBefore = (day: string): string => addDays(day, -1);

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 3600_000).toISOString().slice(0, 10);

/** All days from the first to the last, both included. */
export function daysBetween(first: string, last: string): string[] {
  const days = [];
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

/** Whether the text is an existing day in the years 1970 to 9998. */
export function isDay(text: string): boolean {
  const isShaped = /^\d{4}-\d\d-\d\d$/.test(text) && text >= '1970' && text < '9999';
  const midnight = new Date(`${text}T00:00:00Z`);
  return isShaped && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}
