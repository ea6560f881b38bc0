import { type OrderItem, stateOf } from '../../lib/order/orderItem.ts';
import { sumsOf } from '../../lib/order/sums.ts';
import type { Item } from '../commands/restore/laterOf.ts';
import { wrongIn } from '../commands/restore/reservedUnits.ts';
import { kindOf } from '../storedKinds.ts';
import type { Effect } from './traffic.ts';

export const effectKinds = ['order', 'payment', 'stock adjustment', 'revocation'] as const;

/** The effects that a table does not contain, and those that it contains more than once. */
export type Counted = { lost: Effect[]; duplicated: Effect[] };

/** How often a table contains each effect. A revocation is lost if its key can be used again. */
export function countEffects(items: readonly Item[], effects: readonly Effect[]): Counted {
  const counts = new Map<string, number>();
  for (const name of items.flatMap(namesIn)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const active = new Set(items.filter((item) => kindOf(item) === 'key' && !item.revoked).map(({ id }) => id));
  const countOf = ({ kind, name }: Effect) => (kind === 'revocation' ? (active.has(name) ? 0 : 1) : (counts.get(name) ?? 0));
  return { lost: effects.filter((each) => countOf(each) === 0), duplicated: effects.filter((each) => countOf(each) > 1) };
}

/** The names of the effects that an item records. */
function namesIn(item: Item): string[] {
  const kind = kindOf(item);
  if (kind !== 'order' && kind !== 'audit entry') return [];
  const value = JSON.parse(item.json as string);
  if (kind === 'audit entry') return value.after.reason ? [value.after.reason] : [];
  return [
    value.note,
    ...value.payments.map(({ transaction_data }: { transaction_data: { name: string } }) => transaction_data.name),
  ];
}

/** Orders whose sums disagree with their payments, and products whose reserved units disagree with the orders. */
export function inconsistencies(items: readonly Item[]) {
  const orders = items.filter((item) => kindOf(item) === 'order').map((item) => stateOf(item as unknown as OrderItem).order);
  const money = orders.filter((order) => {
    const { paid, refunded, balance } = sumsOf(order);
    const stored = [order.paid, order.refunded, order.balance].map((amount) => Math.round(amount * 100));
    return String(stored) !== String([paid, refunded, balance]);
  });
  return { money, stock: wrongIn(items) };
}

/** The order numbers that were given to two different requests of a store. */
export function numbersGivenTwice(effects: readonly Effect[]): string[] {
  const orders = effects
    .filter(({ kind }) => kind === 'order')
    .map(({ name, order }) => `${name.split('-order-')[0]} ${order}`);
  return orders.filter((number, i) => orders.indexOf(number) !== i);
}
