import { decimalsOf } from '../../lib/values/money.ts';
import { session } from './session.ts';
import { texts } from './texts.ts';

/** The store's time zone, or the browser's for a platform key. */
export const zone = (): string => session.value?.tenant?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

export const currency = (): string | undefined => session.value?.tenant?.currency;

/** How numbers and dates are written. The texts are in English for everyone. */
const locale = navigator.language.startsWith('de') ? navigator.language : texts.locale;

const amounts = new Map<string, Intl.NumberFormat>();

/** With the service's decimals; the browser has others for some currencies. Making a format takes much longer than using it. */
function amountFormat(currency: string): Intl.NumberFormat {
  const digits = decimalsOf(currency);
  const options = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  const known = amounts.get(currency) ?? new Intl.NumberFormat(locale, options);
  amounts.set(currency, known);
  return known;
}

export const money = (amount: number, code = currency()): string => (code ? amountFormat(code).format(amount) : count(amount));

export const count = (value: number): string => value.toLocaleString(locale);

const formats = new Map<string, Intl.DateTimeFormat>();

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const id = `${zone()} ${JSON.stringify(options)}`;
  const known = formats.get(id) ?? new Intl.DateTimeFormat(locale, { timeZone: zone(), ...options });
  formats.set(id, known);
  return known;
}

export const dateTime = (time: string): string =>
  format({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }).format(new Date(time));

export const date = (time: string): string =>
  format({ day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(time));

/** The date of a time in the store's time zone, such as `2026-11-22`. */
export function dayOf(time: Date): string {
  const parts = format({ year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(time);
  const part = (type: string) => parts.find((one) => one.type === type)?.value;
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** The name of a month such as `2026-11`. */
export const monthName = (month: string): string => format({ month: 'short' }).format(new Date(startOf(`${month}-15`)));

/** The calendar day that many days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** When a day begins in the store's zone. */
export const startOf = (day: string): string => instantOf(`${day}T00:00`);

/** From the start of a day to the end of the day before another one. */
export const periodOf = (first: string, next: string) => ({
  from: startOf(first),
  to: new Date(Date.parse(startOf(next)) - 1).toISOString(),
});

/** The time at which clocks in the store's zone show this. Found by looking at them, because offsets change during the year. */
export function instantOf(shown: string): string {
  const wanted = Date.parse(`${shown}Z`);
  let time = wanted;
  for (let i = 0; i < 2; i += 1) time += wanted - wallTime(new Date(time));
  return new Date(time).toISOString();
}

function wallTime(time: Date): number {
  const numbers = format({
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(time);
  const part = (type: string) => Number(numbers.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** A stored value in words. `words` has the texts of values that are codes. */
export function valueText(value: unknown, words: Record<string, string> = {}): string {
  if (value === null || value === undefined || value === '') return texts.history.none;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'object') return Object.values(value).filter(Boolean).join(', ') || texts.history.none;
  return words[`${value}`] ?? `${value}`;
}

type Named = { first_name?: string | null; last_name?: string | null; company?: string | null; email?: string | null } | null;

/** A person's name in place of their user ID. */
export function actorName(actor: string): string {
  const user = session.value?.users?.find(({ id }) => id === actor);
  return user ? personName(user) : actor;
}

export const personName = (person: Named): string =>
  [person?.first_name, person?.last_name].filter(Boolean).join(' ') || person?.company || person?.email || texts.nobody;
