import type { Action, Order } from '../../../lib/order/schema.ts';
import { decimalsOf, major, minor } from '../../../lib/values/money.ts';
import { parseAmount } from '../../money.ts';
import { money } from '../format.ts';
import type { UnitLine } from '../parts/fields.tsx';
import { things } from '../texts.ts';

/** The amount in a field, or undefined if it is not clear. */
export const typedAmount = (text: string, currency: string): number | undefined => parseAmount(text, decimalsOf(currency));

/** The amount in a field. Throws if it is not clear. */
export const amountIn = (text: string, currency: string): number =>
  numberIn(text, `an amount in ${currency}`, decimalsOf(currency));

/** The number in a field with at most so many decimals. Throws if it is not clear. */
export function numberIn(text: string, kind: string, decimals: number): number {
  const number = parseAmount(text, decimals);
  if (number !== undefined) return number;
  if (!text.trim()) throw new Error(`Enter ${kind}.`);
  const [how, example] =
    decimals === 0 ? ['only digits', '10'] : [`digits and at most ${things(decimals, 'decimal')} after a point`, '10.5'];
  throw new Error(`“${text}” is not ${kind}. Write ${how}, such as ${example}, without a thousands separator.`);
}

/** A whole number in a field, which may be negative. Throws if there is none. */
export function unitsIn(text: string): number {
  if (!text.trim()) throw new Error('Enter how many units.');
  if (!/^-?\d+$/.test(text.trim())) {
    throw new Error(`“${text}” is not a whole number. Write it without a decimal point or separators, such as 1000.`);
  }
  return Number(text);
}

const minorUnits = (amount: number, currency: string) => minor(amount, currency) as number;

/** Adds amounts in minor units, so that the sum does not drift. */
export const plus = (a: number, b: number, currency: string): number =>
  major(minorUnits(a, currency) + minorUnits(b, currency), currency);

/** What is due, or left to refund if that is negative. */
export const dueText = (balance: number, currency: string): string =>
  balance < 0 ? `${money(-balance, currency)} is left to refund` : `${money(balance, currency)} is due`;

/** What so many units cost. */
export const times = (amount: number, units: number, currency: string): number =>
  major(minorUnits(amount, currency) * units, currency);

/** The units of each line that can still be refunded or credited. Lines with one name are told apart by price and tax rate. */
export const openLines = ({ lines, currency }: Order): UnitLine[] =>
  lines.map(({ line, name, price, tax_rate, quantity, cancelled, credited }) => {
    const parts = [name, money(price, currency), tax_rate !== null && `${tax_rate} %`].filter(Boolean);
    const isRepeated = lines.some((other) => other.name === name && other.line !== line);
    return { id: `${line}`, name: isRepeated ? parts.join(', ') : name, max: quantity - cancelled - credited };
  });

/** The parcels that have not left. */
export const readyParcels = ({ shipments }: Order) => shipments.filter(({ state }) => state === 'ready');

export const readyLines = (order: Order) => readyParcels(order).flatMap(({ lines }) => lines);

/** The units of a product that have not left. */
export const readyUnits = (order: Order, sku: string): number =>
  readyLines(order).reduce((sum, line) => sum + (line.sku === sku ? line.quantity : 0), 0);

/** The units of each line that can still be cancelled. Lines of one product share the units that have not left. */
export const cancellableLines = (order: Order): UnitLine[] =>
  openLines(order).map((line, i) => ({ ...line, max: Math.min(line.max, readyUnits(order, order.lines[i]?.sku ?? '')) }));

/** The name that the order has for a product. */
export const nameIn = ({ lines }: Order, sku: string): string => lines.find((line) => line.sku === sku)?.name ?? sku;

/** The limit of an action, in an amount or in units. */
export const maxOf = (actions: Action[], name: Action['action']): number =>
  actions.find(({ action }) => action === name)?.max ?? 0;

export const chosenLines = (units: number[]) =>
  units.map((quantity, line) => ({ line, quantity })).filter(({ quantity }) => quantity > 0);

/** What these units of the order's lines cost. */
export const priceOf = ({ lines, currency }: Order, chosen: number[]): number =>
  major(
    lines.reduce((sum, { line, price }) => sum + minorUnits(price, currency) * (chosen[line] ?? 0), 0),
    currency,
  );
