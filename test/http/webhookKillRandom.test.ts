import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { call } from '../support/call.ts';
import { aKillableService, sendUntilAnswered } from '../support/killedService.ts';
import { until } from '../support/receiver.ts';
import { walk } from '../support/walk.ts';
import { aWebhookStore, deliveriesOf } from '../support/webhooks.ts';

const restart = aKillableService();

test('loses no order and no event if the service and its database are killed at random times', async () => {
  const store = await aWebhookStore();
  store.receiver.answers(async () => {
    await sleep(Math.random() * 100);
    return { body: { authorized: true } };
  });
  const body = { lines: [{ sku: store.sku, quantity: 1 }] };
  const place = (key: string) => call('placeOrder', { as: store.key, body, headers: { 'Idempotency-Key': key } });
  const numbers: string[] = [];
  const customers = Array.from({ length: 6 }, async (_, customer) => {
    for (let i = 0; i < 25; i++) {
      const { payload } = await sendUntilAnswered(() => place(`order-${customer}-${i}`));
      numbers.push(payload.orders.number);
      await sleep(Math.random() * 60);
    }
  });
  for (let kill = 0; kill < 5; kill++) {
    await sleep(100 + Math.random() * 500);
    await restart();
  }
  await Promise.all(customers);
  // Deliveries that were claimed at the last kill are due again after this restart.
  await restart();
  await until(
    async () => (await deliveriesOf(store)).every(({ state }) => state === 'delivered'),
    30,
    () => 'deliveries',
  );

  const orders = (await walk('getOrders', { as: store.key })) as Order[];
  expect(new Set(numbers)).toEqual(new Set(orders.map(({ number }) => number)));
  expect(orders).toHaveLength(150);
  expect(orders.every(({ authorized, version }) => authorized && version === 2)).toBe(true);
  const deliveries = await deliveriesOf(store);
  const { received } = store.receiver;
  const ids = (number: string) => new Set(received.flatMap(({ json }) => (json.data.order.number === number ? [json.id] : [])));
  for (const { id, order } of deliveries) expect([...ids(order)]).toEqual([id]);
  expect(new Set(deliveries.map(({ order }) => order))).toEqual(new Set(numbers));
  // Each kill repeats only the calls in flight.
  expect(received.length).toBeLessThanOrEqual(150 + 6 * 6);
});
