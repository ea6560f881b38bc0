import type { Order } from '../../lib/order/schema.ts';
import type { StoreClient } from '../client/client.ts';
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
export async function bookingsOf(order: Order, store: StoreClient): Promise<Booking[]> {
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
  const credits = cancelled ? [] : await creditsOf(order, store);
  return [...placed, ...money, ...credits].filter(({ value }) => value !== 0n);
}

/** Refunds with `credit`, and credits without a payment. Only the history has the times of the latter. */
async function creditsOf({ number, currency, credited, payments }: Order, store: StoreClient): Promise<Booking[]> {
  const refunds = payments
    .filter(({ credit }) => credit)
    .map(({ recorded, total }): Booking => ({ time: recorded, figure: 'credited', value: -unitsOf(total, currency) }));
  if (unitsOf(credited, currency) === sumOf(refunds)) return refunds;
  const entries = await Array.fromAsync(store.history({ number }));
  const credits = entries.flatMap(({ time, changes }) =>
    changes
      .filter(({ field }) => field === 'credit')
      .map(({ to }): Booking => ({ time, figure: 'credited', value: unitsOf(Number(to), currency) })),
  );
  return [...refunds, ...credits];
}

const sumOf = (bookings: readonly Booking[]) => bookings.reduce((sum, { value }) => sum + value, 0n);
