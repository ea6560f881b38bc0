import { expect, test } from '@jest/globals';

import { fakeClocks } from '../../support/clocks.ts';
import { itemsOf } from '../../support/database.ts';
import { aRatesStore, askRates, name, postAnswer, sourcesOf } from '../../support/rates.ts';
import { webhookOf } from '../../support/webhooks.ts';

const clocks = fakeClocks();
/** Requests that differ, so that none is answered from the cache. */
const different = (sku: string, count: number, from = 1) =>
  Array.from({ length: count }, (_, i) => ({ lines: [{ sku, quantity: from + i }] }));

test('cached rates expire after 24 hours', async () => {
  const store = await aRatesStore(postAnswer);
  await askRates(store);
  const [item] = await itemsOf(store, 'RATES#');
  expect(item?.expires_at).toBe(Math.floor(Date.now() / 1000) + 86_400);
});

test('a success between failures prevents a back-off', async () => {
  const store = await aRatesStore(postAnswer, 500, 500, 500, 500, postAnswer, 500);
  await sourcesOf(store, ...different(store.sku, 7));
  expect((await webhookOf(store, name)).health).toMatchObject({ state: 'failing', failures_in_a_row: 1 });
  await sourcesOf(store, ...different(store.sku, 3, 10));
  expect(store.receiver.received).toHaveLength(10);
});

test('a hundred failures do not grow the stored webhook', async () => {
  const store = await aRatesStore(500);
  for (const request of different(store.sku, 100)) {
    await askRates(store, request);
    clocks.advance(61);
  }
  expect(store.receiver.received).toHaveLength(100);
  const [item] = await itemsOf(store, `WEBHOOK#${name}`);
  expect(JSON.stringify(item).length).toBeLessThan(3000);
});
