import type { Order } from '../../lib/order/schema.ts';
import { unitsOf } from '../money.ts';

export const counts = ['orders', 'cancelled'] as const;
export const amounts = ['ordered', 'paid', 'refunded', 'credited', 'due', 'overpaid'] as const;
export type Figure = (typeof counts)[number] | (typeof amounts)[number];

/** What an order adds to one column of the report, and when. Amounts are in minor units. */
export type Booking = { time: string; figure: Figure; value: bigint };

/**
 * All bookings of an order. What was ordered, due or overpaid counts on the day of the order, everything else on the day it was
 * recorded. A cancelled order has no total and no credits, only payments and refunds. Over all time,
 * ordered - credited - paid + refunded = due - overpaid.
 */
export function bookingsOf(order: Order): Booking[] {
  const { created, currency, cancelled, payments } = order;
  const balance = unitsOf(order.balance, currency);
  const placed: Booking[] = [
    { time: created, figure: cancelled ? 'cancelled' : 'orders', value: 1n },
    { time: created, figure: 'ordered', value: cancelled ? 0n : unitsOf(order.total, currency) },
    balance > 0n ? { time: created, figure: 'due', value: balance } : { time: created, figure: 'overpaid', value: -balance },
  ];
  const money = payments.map(({ recorded, total }): Booking => {
    const units = unitsOf(total, currency);
    return units < 0n
      ? { time: recorded, figure: 'refunded', value: -units }
      : { time: recorded, figure: 'paid', value: units };
  });
  return [...placed, ...money, ...(cancelled ? [] : creditsOf(order))].filter(({ value }) => value !== 0n);
}

/** Refunds with `credit`, and credits without a payment. */
const creditsOf = ({ currency, payments, credits }: Order): Booking[] => [
  ...payments
    .filter(({ credit }) => credit)
    .map(({ recorded, total }): Booking => ({ time: recorded, figure: 'credited', value: -unitsOf(total, currency) })),
  ...credits.map(({ created, amount }): Booking => ({ time: created, figure: 'credited', value: unitsOf(amount, currency) })),
];
