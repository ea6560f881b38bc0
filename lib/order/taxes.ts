import { major, minor } from '../values/money.ts';
import type { Order } from './schema.ts';

/** A rate has at most four decimals, so it is a whole number of these parts of a percent. */
const partsOfPercent = 10_000;

/** The tax in the prices of the lines and the shipping, by rate, lowest first. */
export function taxesOf({ lines, shipping, currency }: Pick<Order, 'lines' | 'shipping' | 'currency'>): Order['taxes'] {
  const gross = new Map<number, number>();
  const add = (rate: number | null, amount: number) => {
    if (rate !== null) gross.set(rate, (gross.get(rate) ?? 0) + (minor(amount, currency) as number));
  };
  for (const { tax_rate, total } of lines) add(tax_rate, total);
  if (shipping) add(shipping.tax_rate, shipping.price);
  return [...gross]
    .sort(([a], [b]) => a - b)
    .map(([rate, units]) => {
      const tax = taxIn(units, rate);
      return { rate, gross: major(units, currency), net: major(units - tax, currency), tax: major(tax, currency) };
    });
}

/** The tax in a gross amount in minor units, rounded half up. The product can be larger than a number can hold exactly. */
function taxIn(units: number, rate: number): number {
  const parts = BigInt(Math.round(rate * partsOfPercent));
  const whole = BigInt(100 * partsOfPercent) + parts;
  return Number((2n * BigInt(units) * parts + whole) / (2n * whole));
}
