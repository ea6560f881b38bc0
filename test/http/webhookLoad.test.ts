import { describe, expect, test } from '@jest/globals';
import type { Delivery } from '../../lib/webhook/schema.ts';
import { hangs, until } from '../support/receiver.ts';
import { aWebhookStore, deliveriesOf, placeOne, type WebhookStore, webhookOf } from '../support/webhooks.ts';

describe('a receiver that hangs', () => {
  const timeoutMs = 10_000;

  async function deliveryTimeOf(store: WebhookStore) {
    const begun = performance.now();
    await placeOne(store);
    await store.receiver.calls(1);
    return performance.now() - begun;
  }

  test('does not delay other tenants', async () => {
    const [dead, other] = [await aWebhookStore(hangs), await aWebhookStore()];
    for (let i = 0; i < 30; i++) await placeOne(dead);
    expect(await deliveryTimeOf(other)).toBeLessThan(timeoutMs / 2);
    await until(async () => (await webhookOf(dead)).health.state === 'resting', 20);
    // At most five calls run at once, and the attempts show the reason.
    expect(dead.receiver.received.length).toBeLessThanOrEqual(9);
    const attempts = (await deliveriesOf(dead)).flatMap((each: Delivery) => each.attempts);
    expect(attempts[0]).toMatchObject({ status: null, answer: 'timeout' });
  });

  test('delays other tenants by at most one timeout if many receivers hang', async () => {
    const dead = await Promise.all(Array.from({ length: 12 }, () => aWebhookStore(hangs)));
    const other = await aWebhookStore();
    await Promise.all(dead.flatMap((store) => Array.from({ length: 6 }, () => placeOne(store))));
    await until(() => dead.reduce((sum, { receiver }) => sum + receiver.received.length, 0) >= 50);
    const waited = await deliveryTimeOf(other);
    expect(waited).toBeLessThan(1.5 * timeoutMs);
  });
});

test('delivers every event of 1,000 orders', async () => {
  const store = await aWebhookStore();
  const numbers: string[] = [];
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let i = 0; i < 50; i++) numbers.push(await placeOne(store));
    }),
  );
  await until(
    () => store.receiver.events().size >= 1000,
    90,
    () => `1,000 events, not ${store.receiver.events().size}`,
  );
  expect(new Set(numbers).size).toBe(1000);
  expect(new Set(store.receiver.received.map(({ json }) => json.data.order.number))).toEqual(new Set(numbers));
  expect(store.receiver.received.length).toBeLessThanOrEqual(1010);
  await until(async () => (await deliveriesOf(store)).every(({ state }) => state === 'delivered'));
}, 180_000);
