import { major, minor } from '../values/money.ts';
import type { Order } from './schema.ts';

/** What was paid, refunded and is due, in whole minor units. */
export function sumsOf({ currency, total, cancelled, payments }: Order) {
  const cents = (value: number) => minor(value, currency) as number;
  let paid = 0;
  let refunded = 0;
  for (const payment of payments) {
    if (payment.total > 0) paid += cents(payment.total);
    else refunded -= cents(payment.total);
  }
  return { paid, refunded, balance: (cancelled ? 0 : cents(total)) - paid + refunded };
}

/** The order with its sums as its payments make them. */
export function settle(order: Order): Order {
  const { paid, refunded, balance } = sumsOf(order);
  const { currency } = order;
  return { ...order, paid: major(paid, currency), refunded: major(refunded, currency), balance: major(balance, currency) };
}
