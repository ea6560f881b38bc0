import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aFollowedStore } from '../support/followers.ts';
import { pay, read, update } from '../support/orders.ts';
import { type Received, until } from '../support/receiver.ts';
import { walk } from '../support/walk.ts';
import { aWebhookStore, newSecret, onlyDelivery, placeOne, verify, webhookOf } from '../support/webhooks.ts';

test('a receiver keeps an exact copy of all orders', async () => {
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

test('retries a failed call with the same id and a new signature', async () => {
  const store = await aWebhookStore(500, { body: { authorized: true } });
  const number = await placeOne(store);
  const [first, second] = (await store.receiver.calls(2)) as [Received, Received];
  await until(async () => (await onlyDelivery(store)).state === 'delivered');
  const { id, attempts } = await onlyDelivery(store);
  expect(attempts).toMatchObject([{ status: 500 }, { status: 200, answer: '{"authorized":true}' }]);
  expect([...store.receiver.events()]).toEqual([id]);
  for (const call of [first, second]) expect(verify(store.secret, call)).toMatchObject({ data: { order: { number } } });
  const seconds = (second.at - first.at) / 1000;
  expect(seconds).toBeGreaterThan(3.9);
  expect(seconds).toBeLessThan(25);
  expect((await read(store, number)).authorized).toBe(true);
});
