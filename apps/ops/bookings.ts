import type { Order } from '../../lib/order/schema.ts';
import { unitsOf } from '../money.ts';

export const counts = ['orders', 'cancelled'] as const;
export const amounts = ['ordered', 'paid', 'refunded', 'credited', 'due', 'overpaid'] as const;
export const figures = [...counts, ...amounts];
type Figure = (typeof figures)[number];
export type Figures = Record<Figure, bigint>;

/** What an order adds to one column of the report, and when. Amounts are in minor units. */
export type Booking = { time: string; figure: Figure; value: bigint };

/**
 * All bookings of an order. The counts, and what was ordered, due or overpaid, belong to the day of the order, everything else to
 * the day it was recorded. A cancelled order has no total and no credits, only payments and refunds. Over all time,
 * ordered - credited - paid + refunded = due - overpaid.
 */
export function bookingsOf({ created, currency, cancelled, total, balance, payments, credits }: Order): Booking[] {
  const book = (time: string, figure: Figure, amount: number): Booking => ({ time, figure, value: unitsOf(amount, currency) });
  const refundsWithCredit = payments.filter(({ credit }) => credit);
  const credited = [
    ...refundsWithCredit.map(({ recorded, total }) => book(recorded, 'credited', -total)),
    ...credits.map(({ created, amount }) => book(created, 'credited', amount)),
  ];
  const all: Booking[] = [
    { time: created, figure: cancelled ? 'cancelled' : 'orders', value: 1n },
    book(created, 'ordered', cancelled ? 0 : total),
    book(created, balance > 0 ? 'due' : 'overpaid', Math.abs(balance)),
    ...payments.map(({ recorded, total }) => book(recorded, total < 0 ? 'refunded' : 'paid', Math.abs(total))),
    ...(cancelled ? [] : credited),
  ];
  return all.filter(({ value }) => value !== 0n);
}

/** The sum of each figure. */
export function sumsOf(bookings: readonly Booking[]): Figures {
  const sums = Object.fromEntries(figures.map((figure) => [figure, 0n])) as Figures;
  for (const { figure, value } of bookings) sums[figure] += value;
  return sums;
}
