import type { Order } from '../../../lib/order/schema.ts';
import type { ReadOptions } from '../reading.tsx';
import { storeSession } from '../session.ts';

const atOnce = 8;

/** The orders with these numbers, in this order. */
export async function readOrders(numbers: string[], options: ReadOptions = {}): Promise<Order[]> {
  const { store } = storeSession();
  const orders: Order[] = [];
  for (let i = 0; i < numbers.length; i += atOnce) {
    const some = numbers.slice(i, i + atOnce);
    orders.push(...(await Promise.all(some.map((number) => store.getOrder({ number }, options)))));
  }
  return orders;
}
