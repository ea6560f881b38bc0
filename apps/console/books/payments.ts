import type { Period } from '../../ops/days.ts';
import { type ChangedPosition, changedOrders } from '../../ops/orderPages.ts';
import { type OrderPayment, paymentsIn } from '../../ops/orderRows.ts';
import type { ReadOptions } from '../reading.tsx';
import { storeSession } from '../session.ts';

/** The payments and refunds recorded in a period, read as `ops payment export` reads them. */
export async function readPayments(period: Period, options: ReadOptions, say: (seen: number) => void): Promise<OrderPayment[]> {
  const { store } = storeSession();
  const { begin, read } = changedOrders({ getOrders: (query) => store.getOrders(query, options) }, period);
  const found = new Map<string, OrderPayment[]>();
  const payments = () => [...found.values()].flat();
  for (let position: ChangedPosition | undefined = begin; position; ) {
    const { items, until, next } = await read(position);
    for (const order of items) found.set(order.number, paymentsIn(order, { ...period, to: until }));
    say(found.size);
    position = next(payments().length);
  }
  return payments();
}
