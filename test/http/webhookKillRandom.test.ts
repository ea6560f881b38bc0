import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../../infra/local/freePort.ts';
import { startDatabase } from '../../infra/local/localDatabase.ts';
import type { Order } from '../../lib/order/schema.ts';
import { type Answer, call } from '../support/call.ts';
import { setFollower } from '../support/followers.ts';
import { passMinute } from '../support/passMinute.ts';
import { aReceiver, until } from '../support/receiver.ts';
import { isFull } from '../support/sample.ts';
import { freshFolder, type Service, startService, stopService } from '../support/service.ts';
import { walk } from '../support/walk.ts';
import { aWebhookStore, deliveriesOf } from '../support/webhooks.ts';

const PLATFORM_API_KEY = 'a-key-of-the-kill-test';
const DATA_DIR = freshFolder();
const PORT = `${await freePort()}`;
let service: Service;

async function start(): Promise<void> {
  service = await startService({ PLATFORM_API_KEY, LOG_LEVEL: 'error', WEBHOOK_ALLOW_LOCAL: '1', DATA_DIR, PORT });
  Object.assign(process.env, { BASE_URL: service.url, PLATFORM_API_KEY });
}

beforeAll(start);
afterAll(async () => {
  await stopService(service);
});

/** Kills the service with its embedded database, makes claims a minute older, and starts both again. */
async function restart(): Promise<void> {
  await stopService(service, 'SIGKILL');
  const engine = await startDatabase(DATA_DIR);
  await passMinute(engine.endpoint);
  await engine.stop();
  await start();
}

/** Retries a request until it gets a response, as a client does. */
async function sendUntilAnswered(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send().catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    await sleep(50);
  }
}

test('loses no order, no event and no change if the service and its database are killed at random times', async () => {
  const store = await aWebhookStore();
  store.receiver.answers(async () => {
    await sleep(Math.random() * 100);
    return { body: { authorized: true } };
  });
  const copy = new Map<string, number>();
  const follower = await aReceiver(async ({ json }) => {
    const { number, version } = json.data.order;
    await sleep(Math.random() * 100);
    copy.set(number, Math.max(version, copy.get(number) ?? 0));
    return 200;
  });
  await setFollower(store, { url: follower.url });
  const body = { lines: [{ sku: store.sku, quantity: 1 }] };
  const place = (key: string) => call('placeOrder', { as: store.key, body, headers: { 'Idempotency-Key': key } });
  const kills = isFull ? 20 : 5;
  let killed = 0;
  const numbers: string[] = [];
  const customers = Array.from({ length: 6 }, async (_, customer) => {
    for (let i = 0; i < 25 || killed < kills; i++) {
      const { payload } = await sendUntilAnswered(() => place(`order-${customer}-${i}`));
      numbers.push(payload.orders.number);
      await sleep(Math.random() * 200);
    }
  });
  for (; killed < kills; killed++) {
    await sleep(100 + Math.random() * 1500);
    await restart();
  }
  await Promise.all(customers);
  // Deliveries that were claimed at the last kill are due again after this restart.
  await restart();
  await until(
    async () => (await deliveriesOf(store)).every(({ state }) => state === 'delivered'),
    120,
    () => 'deliveries',
  );

  const orders = (await walk('getOrders', { as: store.key })) as Order[];
  expect(numbers.toSorted()).toEqual(orders.map(({ number }) => number).toSorted());
  expect(orders.every(({ authorized, version }) => authorized && version === 2)).toBe(true);
  const deliveries = await deliveriesOf(store);
  const { received } = store.receiver;
  const ids = (number: string) => new Set(received.flatMap(({ json }) => (json.data.order.number === number ? [json.id] : [])));
  for (const { id, order } of deliveries) expect([...ids(order)]).toEqual([id]);
  expect(new Set(deliveries.map(({ order }) => order))).toEqual(new Set(numbers));
  // Each kill repeats only the calls in flight.
  expect(received.length).toBeLessThanOrEqual(orders.length + 6 * (kills + 1));
  await until(
    () => orders.every(({ number, version }) => copy.get(number) === version),
    120,
    () => 'the last state of every order at the follower',
  );
  expect(copy.size).toBe(orders.length);
});
