import { decimalsOf } from '../lib/values/money.ts';
import { mayBeThousands, readNumber } from './imports/numbers.ts';

/** An amount from the API, in minor units. Exact, because it has at most 16 digits and the decimals of its currency. */
export const unitsOf = (amount: number, currency: string): bigint => BigInt(exactText(amount, currency).replace('.', ''));

/** An amount in major units with all decimals of its currency, such as `-7.90`. */
export function amountText(units: bigint, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = `${units < 0n ? -units : units}`.padStart(decimals + 1, '0');
  const fraction = decimals > 0 ? `.${digits.slice(-decimals)}` : '';
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - decimals)}${fraction}`;
}

/** The same for an amount from the API. */
export const exactText = (amount: number, currency: string): string => amount.toFixed(decimalsOf(currency));

/**
 * The amount that a person wrote, with digits and at most one decimal separator, a point or a comma. Undefined for everything
 * else, because a wrong guess would be recorded.
 */
export function parseAmount(text: string, decimals: number): number | undefined {
  const { number } = readNumber(text.trim());
  if (number === undefined || number.startsWith('-')) return undefined;
  const [, fraction = ''] = number.split('.');
  return fraction.length > decimals ? undefined : Number(number);
}

/**
 * Parses a decimal number from a program to minor units. Returns undefined if it has more decimals than its currency, apart
 * from zeros: programs may write two decimals in every currency. The zeros of 1.200 count, because they can mean 1200.
 */
export function parseUnits(text: string, currency: string): bigint | undefined {
  const [whole = '', fraction = ''] = text.split('.');
  const digits = mayBeThousands(text) ? fraction : fraction.replace(/0+$/, '');
  const decimals = decimalsOf(currency);
  return digits.length > decimals ? undefined : BigInt(whole + digits.padEnd(decimals, '0'));
}
