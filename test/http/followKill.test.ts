import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { call } from '../support/call.ts';
import { aFollowedStore } from '../support/followers.ts';
import { aKillableService, sendUntilAnswered } from '../support/killedService.ts';
import { until } from '../support/receiver.ts';
import { isFull } from '../support/sample.ts';
import { walk } from '../support/walk.ts';

const restart = aKillableService();

test('a follower gets the last state of every order if the service is killed at random times', async () => {
  const store = await aFollowedStore();
  const copy = new Map<string, number>();
  store.receiver.answers(async ({ json }) => {
    const { number, version } = json.data.order;
    await sleep(Math.random() * 100);
    copy.set(number, Math.max(version, copy.get(number) ?? 0));
    return 200;
  });
  const as = store.key;
  let isOver = false;
  const customers = Array.from({ length: 4 }, async (_, customer) => {
    for (let i = 0; !isOver; i++) {
      const headers = { 'Idempotency-Key': `order-${customer}-${i}` };
      const body = { lines: [{ sku: store.sku, quantity: 1 }] };
      const { number } = (await sendUntilAnswered(() => call('placeOrder', { as, body, headers }))).payload.orders;
      await sleep(Math.random() * 100);
      await sendUntilAnswered(() => call('updateOrder', { as, params: { number }, body: { authorized: true } }));
      await sleep(Math.random() * 100);
    }
  });
  for (let kill = 0; kill < (isFull ? 20 : 4); kill++) {
    await sleep(300 + Math.random() * 1500);
    await restart();
  }
  isOver = true;
  await Promise.all(customers);
  const orders = (await walk('getOrders', { as })) as Order[];
  await until(
    () => orders.every(({ number, version }) => copy.get(number) === version),
    40,
    () => 'the last state of every order',
  );
  expect(copy.size).toBe(orders.length);
}, 150_000);
