import { afterAll, expect, test } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import { handler } from '../../../functions/webhook/deliver.ts';
import { startWebhooks } from '../../../infra/local/localWebhooks.ts';
import type { TenantId } from '../../../lib/db/key.ts';
import { deliveryKey } from '../../../lib/webhook/delivery.ts';
import type { Message } from '../../../lib/webhook/queue.ts';
import { sweep } from '../../../lib/webhook/sweep.ts';
import { times } from '../../support/orders.ts';
import { hangs, until } from '../../support/receiver.ts';
import { writeDeliveries } from '../../support/table.ts';
import { aWebhookStore, deliveriesOf, placeOne, type WebhookStore, webhookOf } from '../../support/webhooks.ts';

/** Other test files share the table. Only deliveries of these tenants are attempted. */
const ours = new Set<string>();
let webhooks: Awaited<ReturnType<typeof startWebhooks>> | undefined;

async function deliver(event: SQSEvent) {
  const { tenant }: Message = JSON.parse(event.Records[0]?.body as string);
  if (ours.has(tenant)) await handler(event);
}

async function aStoreOfOurs(...answers: Parameters<typeof aWebhookStore>[1][]): Promise<WebhookStore> {
  const store = await aWebhookStore(...answers);
  ours.add(store.tenant.id);
  return store;
}

afterAll(() => webhooks?.stop());

async function tenStores() {
  const stores: WebhookStore[] = [];
  while (stores.length < 10) stores.push(await aStoreOfOurs(200));
  return stores;
}

test('with 10,000 events due at a receiver that hangs, 100 other tenants are delayed by less than one timeout', async () => {
  const dead = await aStoreOfOurs(hangs);
  const number = await placeOne(dead);
  const keys = await writeDeliveries(dead.tenant.id as TenantId, number, 9999);
  const others = (await times(10, tenStores)).flat();
  // The queue has no messages about these, so the sweep finds them, as after a start.
  for (const store of others) await placeOne(store);
  const begun = performance.now();
  webhooks = await startWebhooks({ deliver, follow: async () => {}, sweep: async () => void (await sweep(new Date())) });
  await Promise.all(others.map(({ receiver }) => receiver.calls(1, 60)));
  const besideMs = performance.now() - begun;
  await until(async () => (await webhookOf(dead)).health.state === 'resting', 20);
  // The dead receiver got five calls at once. Four more may have started before the fifth failed.
  expect(dead.receiver.received.length).toBeLessThanOrEqual(9);

  // During its back-off the others run alone. That may be faster by at most one timeout.
  const again = performance.now();
  for (const store of others) await placeOne(store);
  await Promise.all(others.map(({ receiver }) => receiver.calls(2, 60)));
  const aloneMs = performance.now() - again;
  console.log(
    `100 stores were served after ${Math.round(besideMs)} ms, and without the dead receiver after ${Math.round(aloneMs)} ms`,
  );
  expect(besideMs).toBeLessThan(aloneMs + 10_000);

  // No event of the dead receiver is lost, and none has lost an attempt.
  const pending = await deliveriesOf(dead);
  const found = new Set(pending.map(({ id }) => deliveryKey(id)));
  expect(keys.filter((key) => !found.has(key))).toEqual([]);
  expect(pending.every(({ state }) => ['pending', 'waiting'].includes(state))).toBe(true);
  expect(pending.flatMap(({ attempts }) => attempts)[0]).toMatchObject({ status: null, answer: 'timeout' });
  // Each back-off ends with one attempt, and the shortest takes 30 seconds.
  const probes = Math.floor((performance.now() - begun) / 30_000);
  expect(pending.flatMap(({ attempts }) => attempts).length).toBeLessThanOrEqual(9 + probes);
});
