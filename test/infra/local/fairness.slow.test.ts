import { createHash } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import { handler } from '../../../functions/webhook/deliver.ts';
import { startWebhooks } from '../../../infra/local/webhooks.ts';
import type { TenantId } from '../../../lib/db/key.ts';
import { deliveryKey } from '../../../lib/webhook/delivery.ts';
import type { Message } from '../../../lib/webhook/queue.ts';
import { sweep } from '../../../lib/webhook/sweep.ts';
import { times } from '../../support/orders.ts';
import { hangs, until } from '../../support/receiver.ts';
import { owe } from '../../support/table.ts';
import { aHookedStore, deliveriesOf, type HookedStore, placed, setUrl, webhookOf } from '../../support/webhooks.ts';

/** The table is shared with other test files, whose events are none of ours. */
const ours = new Set<string>();
let doorbell: Awaited<ReturnType<typeof startWebhooks>> | undefined;

async function deliver(event: SQSEvent) {
  const { tenant }: Message = JSON.parse(event.Records[0]?.body as string);
  if (ours.has(tenant)) await handler(event);
}

const ring = async () => {
  doorbell ??= await startWebhooks({ deliver, sweep: async () => void (await sweep(new Date())) });
};

async function aStoreOfOurs(...answers: Parameters<typeof aHookedStore>[1][]): Promise<HookedStore> {
  const store = await aHookedStore(...answers);
  ours.add(store.tenant.id);
  return store;
}

afterAll(() => doorbell?.stop(), 30_000);

async function tenStores() {
  const stores: HookedStore[] = [];
  while (stores.length < 10) stores.push(await aStoreOfOurs(200));
  return stores;
}

const shardOf = ({ tenant }: HookedStore) => (createHash('sha256').update(tenant.id).digest()[0] as number) % 8;

test('with 10,000 due at a receiver that hangs, 100 other tenants are served within one time-out', async () => {
  const dead = await aStoreOfOurs(hangs);
  const number = await placed(dead);
  const keys = await owe(dead.tenant.id as TenantId, number, 9999);
  const others = (await times(10, tenStores)).flat();
  expect(others.some((store) => shardOf(store) === shardOf(dead))).toBe(true);
  // Nobody rings for any of this: it is found as after a start.
  for (const store of others) await placed(store);
  const begun = performance.now();
  await ring();
  await Promise.all(others.map(({ receiver }) => receiver.calls(1, 60)));
  const beside = performance.now() - begun;
  await until(async () => (await webhookOf(dead)).health.state === 'resting', 20);
  // The dead one has taken five at once; four more may have begun before the fifth had failed.
  expect(dead.receiver.received.length).toBeLessThanOrEqual(9);

  // While it rests the others are by themselves, and that takes one time-out less at most.
  const again = performance.now();
  for (const store of others) await placed(store);
  await Promise.all(others.map(({ receiver }) => receiver.calls(2, 60)));
  const alone = performance.now() - again;
  console.log(`100 stores were served after ${Math.round(beside)} ms, and by themselves after ${Math.round(alone)} ms`);
  expect(beside).toBeLessThan(alone + 10_000);

  // And nothing of what is owed is lost, or has lost an attempt.
  const owed = await deliveriesOf(dead);
  const found = new Set(owed.map(({ id }) => deliveryKey(id)));
  expect(keys.filter((key) => !found.has(key))).toEqual([]);
  expect(owed.every(({ state }) => ['pending', 'waiting'].includes(state))).toBe(true);
  expect(owed.flatMap(({ attempts }) => attempts).length).toBeLessThanOrEqual(9);
}, 180_000);

test('what nobody rang for is found by the sweep, and delivered once', async () => {
  await ring();
  const store = await aHookedStore();
  await placed(store);
  const bell = process.env.QUEUE_URL;
  delete process.env.QUEUE_URL;
  for (let i = 0; i < 3; i++) await placed(store);
  process.env.QUEUE_URL = bell;
  ours.add(store.tenant.id);
  await store.receiver.calls(4);
  await setUrl(store, null);
  expect((await deliveriesOf(store)).map(({ state, attempts }) => [state, attempts.length])).toEqual(
    Array(4).fill(['delivered', 1]),
  );
  expect(store.receiver.events().size).toBe(4);
}, 30_000);
