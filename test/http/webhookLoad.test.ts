import { describe, expect, test } from '@jest/globals';
import type { Delivery } from '../../lib/webhook/schema.ts';
import { hangs, until } from '../support/receiver.ts';
import { aHookedStore, deliveriesOf, type HookedStore, placed, webhookOf } from '../support/webhooks.ts';

describe('a receiver that hangs', () => {
  const timeOut = 10_000;

  async function waitOf(store: HookedStore) {
    const begun = performance.now();
    await placed(store);
    await store.receiver.calls(1);
    return performance.now() - begun;
  }

  test('costs other tenants nothing, however much it is owed', async () => {
    const [dead, other] = [await aHookedStore(hangs), await aHookedStore()];
    for (let i = 0; i < 30; i++) await placed(dead);
    expect(await waitOf(other)).toBeLessThan(timeOut / 2);
    await until(async () => (await webhookOf(dead)).health.state === 'resting', 20);
    // Five at once and no more, and it is told why.
    expect(dead.receiver.received.length).toBeLessThanOrEqual(9);
    const attempts = (await deliveriesOf(dead)).flatMap((each: Delivery) => each.attempts);
    expect(attempts[0]).toMatchObject({ status: null, answer: 'timeout' });
  }, 40_000);

  test('costs one time-out at most where there are so many that all hands are full', async () => {
    const dead = await Promise.all(Array.from({ length: 12 }, () => aHookedStore(hangs)));
    const other = await aHookedStore();
    await Promise.all(dead.flatMap((store) => Array.from({ length: 6 }, () => placed(store))));
    await until(() => dead.reduce((sum, { receiver }) => sum + receiver.received.length, 0) >= 50);
    const waited = await waitOf(other);
    expect(waited).toBeLessThan(1.5 * timeOut);
  }, 60_000);
});

test('1,000 orders are 1,000 events, each of them delivered', async () => {
  const store = await aHookedStore();
  const numbers: string[] = [];
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let i = 0; i < 50; i++) numbers.push(await placed(store));
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
