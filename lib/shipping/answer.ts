import * as z from 'zod/mini';
import { given } from '../values/fields.ts';
import { minor, price, tooFine } from '../values/money.ts';
import type { Rate, Rates } from './schema.ts';

const words = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const days = () => given(z.int().check(z.minimum(0), z.maximum(1000)));

/** A rate as a receiver may send it. */
export const sentRate = z
  .object({
    id: words(200),
    name: words(200),
    price: price(),
    currency: given(z.string()),
    description: given(z.string().check(z.maxLength(2000))),
    min_days: days(),
    max_days: days(),
  })
  .check(
    z.refine(({ min_days, max_days }) => (min_days ?? 0) <= (max_days ?? 1000), {
      path: ['min_days'],
      error: 'is more than max_days',
    }),
  );

/** So many of an answer are looked at. */
const mostRates = 100;

/** The rates of a receiver's answer, and why some of them are left out; undefined where it is no answer to the question. */
export function ratesIn(text: string, currency: string): Pick<Rates, 'rates' | 'dropped'> | undefined {
  const list = listIn(text);
  if (!list) return undefined;
  const rates: Rate[] = [];
  const dropped: Rates['dropped'] = [];
  list.slice(0, mostRates).forEach((rate, i) => {
    const read = readRate(rate, currency, rates);
    if (typeof read !== 'string') rates.push(read);
    else dropped.push({ rate: nameOf(rate, i), reason: read });
  });
  if (list.length > mostRates) dropped.push({ rate: `rates[${mostRates}]`, reason: `there are more than ${mostRates} rates` });
  return { rates, dropped };
}

function listIn(text: string): unknown[] | undefined {
  try {
    const { rates } = JSON.parse(text) ?? {};
    return Array.isArray(rates) ? rates : undefined;
  } catch {
    return undefined;
  }
}

/** A rate as we answer it, or the reason why it is none. */
function readRate(rate: unknown, currency: string, before: Rate[]): Rate | string {
  const read = z.safeParse(sentRate, rate);
  if (!read.success)
    return read.error.issues.map(({ path, message }) => `${path.join('.') || 'rate'}: ${reasonOf(message)}`).join('; ');
  const { id, name, price, description = null, min_days = null, max_days = null } = read.data;
  if ((read.data.currency ?? currency) !== currency) return `currency: is not ${currency}`;
  if (minor(price, currency) === undefined) return `price: ${tooFine(currency)}`;
  if (before.some((other) => other.id === id)) return 'id: is there twice';
  return { id, name, price, currency, description, min_days, max_days };
}

const reasonOf = (message: string) => (message === 'Invalid input' ? 'is missing or malformed' : message);

function nameOf(rate: unknown, i: number) {
  const { id } = (rate ?? {}) as { id?: unknown };
  return typeof id === 'string' && id !== '' ? id.slice(0, 200) : `rates[${i}]`;
}
