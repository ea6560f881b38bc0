import * as z from 'zod/mini';
import { minor, tooManyDecimals } from '../values/money.ts';
import { ReceivedRate } from './inputs.ts';
import type { Rate, Rates } from './schema.ts';

const maxRates = 100;

/** The rates in a receiver's answer, and why some were dropped. Undefined if it contains no list of rates. */
export function ratesIn(text: string, currency: string): Pick<Rates, 'rates' | 'dropped'> | undefined {
  const list = listIn(text);
  if (!list) return undefined;
  const schema = ReceivedRate();
  const rates: Rate[] = [];
  const dropped: Rates['dropped'] = [];
  list.slice(0, maxRates).forEach((rate, i) => {
    const read = readRate(schema, rate, currency, rates);
    if (typeof read !== 'string') rates.push(read);
    else dropped.push({ rate: nameOf(rate, i), reason: read });
  });
  if (list.length > maxRates) dropped.push({ rate: `rates[${maxRates}]`, reason: `there are more than ${maxRates} rates` });
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

/** A valid rate, or the reason why it is not. */
function readRate(schema: ReturnType<typeof ReceivedRate>, rate: unknown, currency: string, before: Rate[]): Rate | string {
  const read = z.safeParse(schema, rate);
  if (!read.success)
    return read.error.issues.map(({ path, message }) => `${path.join('.') || 'rate'}: ${reasonOf(message)}`).join('; ');
  const { id, name, price, description = null, min_days = null, max_days = null } = read.data;
  if ((read.data.currency ?? currency) !== currency) return `currency: must be ${currency}`;
  if (minor(price, currency) === undefined) return `price: ${tooManyDecimals(currency)}`;
  if (before.some((other) => other.id === id)) return 'id: is used twice';
  return { id, name, price, currency, description, min_days, max_days };
}

const reasonOf = (message: string) => (message === 'Invalid input' ? 'is missing or malformed' : message);

function nameOf(rate: unknown, i: number) {
  const { id } = (rate ?? {}) as { id?: unknown };
  return typeof id === 'string' && id !== '' ? id.slice(0, 200) : `rates[${i}]`;
}
