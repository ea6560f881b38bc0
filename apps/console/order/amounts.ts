import type { Order } from '../../../lib/order/schema.ts';
import { decimalsOf, major, minor } from '../../../lib/values/money.ts';
import { parseAmount } from '../../money.ts';
import type { UnitLine } from '../parts/fields.tsx';
import { texts } from '../texts.ts';

/** The amount in a field, or undefined if it is not clear. */
export const typedAmount = (text: string, currency: string): number | undefined => parseAmount(text, decimalsOf(currency));

/** The amount in a field. Throws if it is not clear. */
export const amountIn = (text: string, currency: string): number => numberIn(text, currency, decimalsOf(currency));

/** The number in a field with at most so many decimals. Throws if it is not clear. */
export function numberIn(text: string, unit: string, decimals: number): number {
  const number = parseAmount(text, decimals);
  if (number === undefined) throw new Error(texts.errors.amount(text, unit, decimals));
  return number;
}

/** A whole number in a field, which may be negative. Throws if there is none. */
export function unitsIn(text: string): number {
  if (!/^-?\d+$/.test(text.trim())) throw new Error(texts.errors.units(text));
  return Number(text);
}

const minorUnits = (amount: number, currency: string) => minor(amount, currency) as number;

/** Adds amounts in minor units, so that the sum does not drift. */
export const plus = (a: number, b: number, currency: string): number =>
  major(minorUnits(a, currency) + minorUnits(b, currency), currency);

/** What so many units cost. */
export const times = (amount: number, units: number, currency: string): number =>
  major(minorUnits(amount, currency) * units, currency);

/** The units of each line that can still be refunded or credited. */
export const openLines = ({ lines }: Order): UnitLine[] =>
  lines.map(({ line, name, quantity, cancelled, credited }) => ({ id: `${line}`, name, max: quantity - cancelled - credited }));

/** The units of each line that can still be cancelled. Lines of one product share the units that have not left. */
export function cancellableLines({ lines, shipments }: Order): UnitLine[] {
  const ready = shipments.filter(({ state }) => state === 'ready').flatMap((shipment) => shipment.lines);
  const readyOf = (sku: string) => ready.reduce((sum, line) => sum + (line.sku === sku ? line.quantity : 0), 0);
  return lines.map(({ line, sku, name, quantity, cancelled, credited }) => ({
    id: `${line}`,
    name,
    max: Math.min(quantity - cancelled - credited, readyOf(sku)),
  }));
}

export const chosenLines = (units: number[]) =>
  units.map((quantity, line) => ({ line, quantity })).filter(({ quantity }) => quantity > 0);

/** What these units of the order's lines cost. */
export const priceOf = ({ lines, currency }: Order, chosen: number[]): number =>
  major(
    lines.reduce((sum, { line, price }) => sum + minorUnits(price, currency) * (chosen[line] ?? 0), 0),
    currency,
  );
