import type { Order } from '../../../lib/order/schema.ts';
import { major, minor } from '../../../lib/values/money.ts';
import { shareOf, taxIn } from '../../../lib/values/tax.ts';

type Units = { line: number; quantity: number }[] | null;
export type CreditNote = { id: string; created: string; amount: number; reason: string | null; lines: Units };
type Tax = Order['taxes'][number];

/** What was taken off an order: each credit, cancelled part and refund that credits has a credit note of its own. */
export const creditNotesOf = ({ credits, payments }: Order): CreditNote[] =>
  [...credits, ...payments.filter(({ credit }) => credit).map(({ total, ...refund }) => ({ ...refund, amount: -total }))].sort(
    (a, b) => (a.created < b.created ? -1 : 1),
  );

/** The tax in a credit note, by the rates of its lines, or else of the whole order, in proportion to their prices. */
export function creditTaxes({ lines, shipping, currency }: Order, note: CreditNote): Tax[] {
  const units = (amount: number) => minor(amount, currency) as number;
  const all = [...lines, ...(shipping ? [{ ...shipping, quantity: 1 }] : [])];
  const parts = note.lines?.map(({ line, quantity }) => ({ ...(lines[line] as Order['lines'][number]), quantity })) ?? all;
  const byRate = new Map<number | null, number>();
  for (const { tax_rate, price, quantity } of parts) {
    byRate.set(tax_rate, (byRate.get(tax_rate) ?? 0) + units(price) * quantity);
  }
  let left = units(note.amount);
  let whole = [...byRate.values()].reduce((sum, part) => sum + part, 0);
  return [...byRate].flatMap(([rate, part]) => {
    const gross = whole === 0 ? left : shareOf(left, part, whole);
    left -= gross;
    whole -= part;
    if (rate === null) return [];
    const tax = taxIn(gross, rate);
    return [{ rate, gross: major(gross, currency), net: major(gross - tax, currency), tax: major(tax, currency) }];
  });
}
