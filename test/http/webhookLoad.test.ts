import { expect, test } from '@jest/globals';
import { hangs, until } from '../support/receiver.ts';
import { aWebhookStore, deliveriesOf, placeOne } from '../support/webhooks.ts';

test('many receivers that hang delay other tenants by at most one timeout', async () => {
  const dead = await Promise.all(Array.from({ length: 12 }, () => aWebhookStore(hangs)));
  const other = await aWebhookStore();
  await Promise.all(dead.flatMap((store) => Array.from({ length: 6 }, () => placeOne(store))));
  await until(() => dead.reduce((sum, { receiver }) => sum + receiver.received.length, 0) >= 50);
  const begun = performance.now();
  await placeOne(other);
  await other.receiver.calls(1);
  expect(performance.now() - begun).toBeLessThan(15_000);
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
