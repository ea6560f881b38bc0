import type { Order } from '../../../lib/order/schema.ts';
import { decimals } from '../format.ts';
import type { UnitLine } from '../parts/fields.tsx';
import { texts } from '../texts.ts';

/** The number in a field. Throws if there is none. */
export function amountIn(text: string): number {
  const amount = Number(text.trim().replace(',', '.'));
  if (text.trim() === '' || Number.isNaN(amount)) throw new Error(texts.errors.amount(text));
  return amount;
}

/** An amount as a person writes it in a field. */
export const amountText = (amount: number, currency: string): string => amount.toFixed(decimals(currency));

/** Adds amounts without drift, in units of the last decimal. */
export function plus(a: number, b: number, currency: string): number {
  const scale = 10 ** decimals(currency);
  return (Math.round(a * scale) + Math.round(b * scale)) / scale;
}

/** The units of each line that are not refunded yet. Only the service knows the units covered by credits. */
export function openLines({ lines, payments }: Order): UnitLine[] {
  const refunded = lines.map(() => 0);
  for (const { line, quantity } of payments.flatMap((payment) => payment.lines ?? [])) {
    refunded[line] = (refunded[line] ?? 0) + quantity;
  }
  return lines.map(({ name, quantity }, i) => ({ id: `${i}`, name, max: quantity - (refunded[i] ?? 0) }));
}

export const chosenLines = (units: number[]) =>
  units.map((quantity, line) => ({ line, quantity })).filter(({ quantity }) => quantity > 0);

/** What these units of the order's lines cost. */
export const priceOf = ({ lines, currency }: Order, units: number[]): number =>
  lines.reduce((sum, { price }, i) => plus(sum, price * (units[i] ?? 0), currency), 0);
