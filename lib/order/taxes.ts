import { major, minor } from '../values/money.ts';
import { taxIn } from '../values/tax.ts';
import type { Order } from './schema.ts';

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
