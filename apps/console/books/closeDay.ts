import type { Order } from '../../../lib/order/schema.ts';
import { unitsOf } from '../../money.ts';
import { bookingsOf, type Figures, sumsOf } from '../../ops/bookings.ts';

type Exception = { order: Order; kind: 'overpaid' | 'unpaid' | 'notAuthorized' };
/** Amounts are in minor units. */
type Method = { method: string; count: number; units: bigint };

/** A day in one currency. */
export type ClosedDay = {
  currency: string;
  /** What has been recorded on the orders of the day until now: ordered - credited - paid + refunded = due - overpaid. */
  figures: Omit<Figures, 'orders' | 'cancelled'>;
  addsUp: boolean;
  /** The payments and refunds of the day, on any order. */
  methods: Method[];
  exceptions: Exception[];
};

/** Closes a day with all orders that have changed since it began. */
export function closeDay(orders: readonly Order[], isInDay: (time: string) => boolean): ClosedDay[] {
  const currencies = Map.groupBy(orders, ({ currency }) => currency);
  return [...currencies].map(([currency, some]) => {
    const placed = some.filter(({ created }) => isInDay(created));
    const { orders: _orders, cancelled: _cancelled, ...figures } = sumsOf(placed.flatMap(bookingsOf));
    const { ordered, credited, paid, refunded, due, overpaid } = figures;
    const payments = some.flatMap((order) => order.payments).filter(({ recorded }) => isInDay(recorded));
    const methods = [...Map.groupBy(payments, ({ method }) => method)].map(
      ([method, those]): Method => ({
        method,
        count: those.length,
        units: those.reduce((sum, { total }) => sum + unitsOf(total, currency), 0n),
      }),
    );
    const touched = some.filter((order) => placed.includes(order) || order.payments.some(({ recorded }) => isInDay(recorded)));
    const exceptions = touched.flatMap((order): Exception[] => {
      const kind = exceptionOf(order);
      return kind ? [{ order, kind }] : [];
    });
    return {
      currency,
      figures,
      addsUp: ordered - credited - paid + refunded === due - overpaid,
      methods: methods.sort((a, b) => (a.method < b.method ? -1 : 1)),
      exceptions: exceptions.sort((a, b) => Number(a.order.number) - Number(b.order.number)),
    };
  });
}

/** Why a person must look at an order, if anyone must. */
function exceptionOf({ balance, cancelled, authorized, shipments }: Order): Exception['kind'] | undefined {
  if (balance < 0) return 'overpaid';
  if (cancelled) return undefined;
  if (balance > 0 && shipments.every(({ state }) => state !== 'ready')) return 'unpaid';
  return authorized ? undefined : 'notAuthorized';
}
