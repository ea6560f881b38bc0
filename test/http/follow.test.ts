import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aFollowedStore } from '../support/followers.ts';
import { pay, update } from '../support/orders.ts';
import { until } from '../support/receiver.ts';
import { walk } from '../support/walk.ts';
import { newSecret, placeOne, verify, webhookOf } from '../support/webhooks.ts';

test.concurrent('a receiver keeps an exact copy of all orders', async () => {
  const store = await aFollowedStore();
  const secret = await newSecret(store, 'order-changed');
  const copy = new Map<string, Order>();
  /** Each order once, because the waits grow with each rejection. */
  const rejected = new Set<string>();
  store.receiver.answers(async ({ json }) => {
    const { order } = json.data;
    await sleep(Math.random() * 50);
    if (order.version < (copy.get(order.number)?.version ?? 0)) throw new Error('an older version came later');
    copy.set(order.number, order);
    if (rejected.has(order.number) || Math.random() < 0.8) return 200;
    rejected.add(order.number);
    return 500;
  });
  const customers = Array.from({ length: 8 }, async () => {
    for (let i = 0; i < 10; i++) {
      const number = await placeOne(store);
      await update(store, number, { authorized: true });
      await pay(store, number, {});
    }
  });
  await Promise.all(customers);
  const orders = (await walk('getOrders', { as: store.key })) as Order[];
  expect(orders).toHaveLength(80);
  await until(
    () => orders.every((order) => copy.get(order.number)?.version === order.version),
    40,
    () => 'every order in its latest version',
  );
  for (const order of orders) expect(copy.get(order.number)).toEqual(order);
  expect(verify(secret, store.receiver.received.at(-1) as never)).toMatchObject({ type: 'order-changed' });
  await until(async () => (await webhookOf(store, 'order-changed')).health.rejected?.length === 0, 40);
});
