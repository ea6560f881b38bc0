import type { Order } from '../../lib/order/schema.ts';
import type { StoreClient } from '../client/client.ts';
import { unitsOf } from '../money.ts';
import { amounts, type Booking, bookingsOf, counts, type Figure } from './bookings.ts';
import type { Period } from './days.ts';
import { changedOrders } from './orderPages.ts';
import { progressLine } from './progress.ts';

export type Figures = Record<Figure, bigint>;
/** Keyed by day, week or month. */
export type Sums = Map<string, Figures>;

/** What was ordered with each tax rate, and the tax in it, in minor units. */
export type Taxes = Map<number, { gross: bigint; tax: bigint }>;

export type Totals = { sums: Sums; taxes: Taxes };
export const noTotals = (): Totals => ({ sums: new Map(), taxes: new Map() });

/** `taxes` of an order that was placed in the period and is not cancelled. */
type Booked = { currency: string; bookings: Booking[]; taxes: Order['taxes'] };

/** The totals of a period per currency. `until` is the end of the period, or the time of reading if earlier. */
export async function sumUp(store: StoreClient, period: Period, labelOf: (time: string) => string) {
  const orders = new Map<string, Booked>();
  const until = await readOrders(store, period, orders);
  const byCurrency = new Map<string, Totals>();
  for (const { currency, bookings, taxes } of orders.values()) {
    if (bookings.length === 0) continue;
    const totals = byCurrency.get(currency) ?? noTotals();
    byCurrency.set(currency, totals);
    for (const booking of bookings) add(totals.sums, labelOf(booking.time), booking);
    addTaxes(totals.taxes, taxes, currency);
  }
  return { byCurrency, until };
}

/** Every order that changed since the period began, in its latest state. */
async function readOrders(store: StoreClient, period: Period, into: Map<string, Booked>): Promise<string> {
  const source = changedOrders(store, period);
  const showProgress = progressLine();
  let found = 0;
  for (let position = source.begin; ; ) {
    const { items, until, next } = await source.read(position);
    for (const order of items) {
      const isWithin = (time: string) => time >= period.from && time <= until;
      const bookings = bookingsOf(order).filter(({ time }) => isWithin(time));
      found += bookings.length - (into.get(order.number)?.bookings.length ?? 0);
      const taxes = isWithin(order.created) && !order.cancelled ? order.taxes : [];
      into.set(order.number, { currency: order.currency, bookings, taxes });
    }
    const following = next(found);
    showProgress(`${into.size} orders`, following === undefined);
    if (following === undefined) return until;
    position = following;
  }
}

export const none = (): Figures => Object.fromEntries([...counts, ...amounts].map((figure) => [figure, 0n])) as Figures;

export function add(sums: Sums, label: string, { figure, value }: Pick<Booking, 'figure' | 'value'>): void {
  const figures = sums.get(label) ?? none();
  figures[figure] += value;
  sums.set(label, figures);
}

function addTaxes(sums: Taxes, taxes: Order['taxes'], currency: string): void {
  for (const { rate, gross, tax } of taxes) {
    const sum = sums.get(rate) ?? { gross: 0n, tax: 0n };
    sums.set(rate, { gross: sum.gross + unitsOf(gross, currency), tax: sum.tax + unitsOf(tax, currency) });
  }
}
