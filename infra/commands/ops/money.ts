import { decimalsOf } from '../../../lib/values/money.ts';

/** An amount of the interface in minor units. Exact, because it has at most the decimals of its currency and 16 digits. */
export const unitsOf = (amount: number, currency: string): bigint =>
  BigInt(amount.toFixed(decimalsOf(currency)).replace('.', ''));

/** An amount in major units with all decimals of its currency, such as `-7.90`. */
export function amountText(units: bigint, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = `${units < 0n ? -units : units}`.padStart(decimals + 1, '0');
  const fraction = decimals > 0 ? `.${digits.slice(-decimals)}` : '';
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - decimals)}${fraction}`;
}

/** The same for an amount of the interface. */
export const exactText = (amount: number, currency: string): string => amountText(unitsOf(amount, currency), currency);

/** A number as people write it, in minor units; undefined if it has more decimals than its currency. */
export function parseUnits(text: string, currency: string): bigint | undefined {
  const [whole = '', fraction = ''] = text.split('.');
  const digits = fraction.replace(/0+$/, '');
  const decimals = decimalsOf(currency);
  return digits.length > decimals ? undefined : BigInt(whole + digits.padEnd(decimals, '0'));
}
