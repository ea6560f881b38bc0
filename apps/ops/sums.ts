import type { StoreClient } from '../client/client.ts';
import { amounts, type Booking, bookingsOf, counts, type Figure } from './bookings.ts';
import type { Period } from './days.ts';
import { changedOrders } from './orderPages.ts';
import { progressLine } from './progress.ts';

export type Figures = Record<Figure, bigint>;
/** Keyed by day or month. */
export type Sums = Map<string, Figures>;

type Booked = { currency: string; bookings: Booking[] };

/** The totals of a period per currency. `until` is the end of the period, or the time of reading if earlier. */
export async function sumUp(store: StoreClient, period: Period, labelOf: (time: string) => string) {
  const orders = new Map<string, Booked>();
  const until = await readOrders(store, period, orders);
  const byCurrency = new Map<string, Sums>();
  for (const { currency, bookings } of orders.values()) {
    if (bookings.length > 0 && !byCurrency.has(currency)) byCurrency.set(currency, new Map());
    for (const booking of bookings) add(byCurrency.get(currency) as Sums, labelOf(booking.time), booking);
  }
  return { byCurrency, until };
}

/** Every order that changed since the period began, in its latest state. */
async function readOrders(store: StoreClient, period: Period, into: Map<string, Booked>): Promise<string> {
  const source = changedOrders(store, period);
  const showProgress = progressLine();
  let found = 0;
  for (let position = source.begin; ; ) {
    const { orders, until, next } = await source.read(position);
    for (const order of orders) {
      const all = await bookingsOf(order, store);
      const bookings = all.filter(({ time }) => time >= period.from && time <= until);
      found += bookings.length - (into.get(order.number)?.bookings.length ?? 0);
      into.set(order.number, { currency: order.currency, bookings });
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
