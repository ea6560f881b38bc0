import * as z from 'zod/mini';
import { minor, tooManyDecimals } from '../values/money.ts';
import { asSingleLine } from '../values/text.ts';
import { ReceivedRate } from './inputs.ts';
import type { Rate, Rates } from './schema.ts';

const maxRates = 100;

/** The rates in a receiver's response, and the reasons why others were dropped. Undefined if there is no list of rates. */
export function ratesIn(text: string, currency: string): Pick<Rates, 'rates' | 'dropped'> | undefined {
  const list = listIn(text);
  if (!list) return undefined;
  const schema = ReceivedRate();
  const rates: Rate[] = [];
  const dropped: Rates['dropped'] = [];
  list.slice(0, maxRates).forEach((rate, i) => {
    const result = readRate(schema, rate, currency, rates);
    if (typeof result !== 'string') rates.push(result);
    else dropped.push({ rate: nameOf(rate, i), reason: result });
  });
  if (list.length > maxRates) dropped.push({ rate: `rates[${maxRates}]`, reason: `the limit is ${maxRates} rates` });
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

/** Returns a valid rate, or the reason why it is invalid. */
function readRate(schema: ReturnType<typeof ReceivedRate>, rate: unknown, currency: string, earlier: Rate[]): Rate | string {
  const parsed = z.safeParse(schema, rate);
  if (!parsed.success) {
    return parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'rate'}: ${reasonOf(message)}`).join('; ');
  }
  const { id, name, price, description = null, min_days = null, max_days = null } = parsed.data;
  if ((parsed.data.currency ?? currency) !== currency) return `currency: must be ${currency}`;
  if (minor(price, currency) === undefined) return `price: ${tooManyDecimals(currency)}`;
  if (earlier.some((other) => other.id === id)) return 'id: is already used by another rate';
  return { id, name, price, currency, description, min_days, max_days };
}

const reasonOf = (message: string) => (message === 'Invalid input' ? 'is missing or malformed' : message);

function nameOf(rate: unknown, i: number) {
  const { id } = (rate ?? {}) as { id?: unknown };
  return typeof id === 'string' && id !== '' ? asSingleLine(id.slice(0, 200)) : `rates[${i}]`;
}
