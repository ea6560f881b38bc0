import { calendarOf, dayAfter } from '../../lib/values/calendar.ts';
import { decimalsOf } from '../../lib/values/money.ts';
import { session } from './session.ts';

/** The store's time zone, or the browser's for a platform key. */
export const zone = (): string => session.value?.tenant?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The store's currency; a platform key has none. */
export const currency = (): string => session.value?.tenant?.currency ?? '';

/** How numbers and dates are written. The texts are in English for everyone. */
const locale = navigator.language.startsWith('de') ? navigator.language : 'en-GB';

/** Keeps what it makes for each key: making a format takes much longer than using it. */
function madeOnce<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

/** With the service's decimals; the browser has others for some currencies. */
const amountFormat = madeOnce((currency) => {
  const digits = decimalsOf(currency);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
});

export const money = (amount: number, code = currency()): string => (code ? amountFormat(code).format(amount) : count(amount));

export const count = (value: number): string => value.toLocaleString(locale);

/** A function that writes a time in the zone of the session. */
function timeFormat(options: Intl.DateTimeFormatOptions): (time: string) => string {
  const format = madeOnce((timeZone) => new Intl.DateTimeFormat(locale, { timeZone, ...options }));
  return (time) => format(zone()).format(new Date(time));
}

export const dateTime = timeFormat({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });
export const date = timeFormat({ day: 'numeric', month: 'short', year: 'numeric' });
const monthOf = timeFormat({ month: 'short' });

/** The name of a month such as `2026-11`. */
export const monthName = (month: string): string => monthOf(`${month}-15T12:00:00Z`);

const calendarIn = madeOnce(calendarOf);
export const calendar = () => calendarIn(zone());

export const today = (): string => calendar().day(Date.now());

/** When a day begins in the store's zone. */
export const startOf = (day: string): string => new Date(calendar().start(day)).toISOString();

/** The last millisecond of a day. A filter includes its end, which must not be the next day. */
export const endOf = (day: string): string => new Date(calendar().start(dayAfter(day)) - 1).toISOString();

/** What clocks in the store's zone show at a time. */
const shownAt = (time: string | number) => calendar().clock(time).replace(' ', 'T');

/** The time at which clocks in the store's zone show this. Found by looking at them, because offsets change during the year. */
export function instantOf(shown: string): string {
  const wanted = Date.parse(`${shown}Z`);
  let time = wanted;
  for (let i = 0; i < 2; i += 1) time += wanted - Date.parse(`${shownAt(time)}Z`);
  return new Date(time).toISOString();
}

/** The reverse, as a field for a date and a time takes it. */
export const clockText = (time: string): string => shownAt(time).slice(0, 16);

/** A stored value in words. `words` has the texts of values that are codes. */
export function valueText(value: unknown, words: Record<string, string> = {}): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return Object.values(value).filter(Boolean).join(', ') || 'none';
  return Object.hasOwn(words, `${value}`) ? (words[`${value}`] as string) : `${value}`;
}

type Named = { first_name?: string | null; last_name?: string | null; company?: string | null; email?: string | null } | null;

/** A person's name in place of their user ID. */
export function actorName(actor: string): string {
  const user = session.value?.users?.find(({ id }) => id === actor);
  return user ? personName(user) : actor;
}

export const personName = (person: Named): string =>
  [person?.first_name, person?.last_name].filter(Boolean).join(' ') || person?.company || person?.email || 'No name';
