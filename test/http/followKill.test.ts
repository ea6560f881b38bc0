import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startDatabase } from '../../infra/local/localDatabase.ts';
import type { Order } from '../../lib/order/schema.ts';
import { type Answer, call } from '../support/call.ts';
import { aFollowedStore } from '../support/followers.ts';
import { passMinute } from '../support/passMinute.ts';
import { until } from '../support/receiver.ts';
import { isFull } from '../support/sample.ts';
import { freshFolder, type Service, startService, stopService } from '../support/service.ts';
import { walk } from '../support/walk.ts';

const PLATFORM_API_KEY = 'a-key-of-the-follower-kill-test';
const DATA_DIR = freshFolder();
let service: Service;

async function start(PORT: string) {
  service = await startService({ PLATFORM_API_KEY, LOG_LEVEL: 'error', WEBHOOK_ALLOW_LOCAL: '1', DATA_DIR, PORT });
  Object.assign(process.env, { BASE_URL: service.url, PLATFORM_API_KEY });
}

beforeAll(() => start('0'), 30_000);
afterAll(async () => {
  await stopService(service);
});

/** Retries a request until it gets a response, as a client does. */
async function sendUntilAnswered(id: string, options: Parameters<typeof call>[1]): Promise<Answer> {
  for (;;) {
    const answer = await call(id, options).catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    await sleep(50);
  }
}

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
      const { number } = (await sendUntilAnswered('placeOrder', { as, body, headers })).payload.orders;
      await sleep(Math.random() * 100);
      await sendUntilAnswered('updateOrder', { as, params: { number }, body: { authorized: true } });
      await sleep(Math.random() * 100);
    }
  });
  for (let kill = 0; kill < (isFull ? 20 : 4); kill++) {
    await sleep(300 + Math.random() * 1500);
    const { port } = new URL(service.url);
    await stopService(service, 'SIGKILL');
    const engine = await startDatabase(DATA_DIR);
    await passMinute(engine.endpoint);
    await engine.stop();
    await start(port);
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
