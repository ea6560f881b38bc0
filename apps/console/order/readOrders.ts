import type { Order } from '../../../lib/order/schema.ts';
import { batchesOf } from '../../../lib/values/batches.ts';
import type { ReadOptions } from '../reading.tsx';
import { storeSession } from '../session.ts';

const atOnce = 8;

/** The orders with these numbers, in this order. */
export async function readOrders(numbers: string[], options: ReadOptions = {}): Promise<Order[]> {
  const { store } = storeSession();
  const orders: Order[] = [];
  for (const batch of batchesOf(numbers, atOnce)) {
    orders.push(...(await Promise.all(batch.map((number) => store.getOrder({ number }, options)))));
  }
  return orders;
}
