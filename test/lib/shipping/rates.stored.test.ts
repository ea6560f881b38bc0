import { expect, test } from '@jest/globals';

import { heldClocks } from '../../support/clocks.ts';
import { itemsOf } from '../../support/database.ts';
import { aRatedStore, askRates, name, posted, sourcesOf } from '../../support/rates.ts';
import { webhookOf } from '../../support/webhooks.ts';

const clocks = heldClocks();
/** Different questions, so that no cache answers them. */
const different = (sku: string, count: number, from = 1) =>
  Array.from({ length: count }, (_, i) => ({ lines: [{ sku, quantity: from + i }] }));

test('cached rates expire after 24 hours', async () => {
  const store = await aRatedStore(posted);
  await askRates(store);
  const [item] = await itemsOf(store, 'RATES#');
  expect(item?.expires_at).toBe(Math.floor(Date.now() / 1000) + 86_400);
});

test('a success between failures keeps the receiver from being left alone', async () => {
  const store = await aRatedStore(posted, 500, 500, 500, 500, posted, 500);
  await sourcesOf(store, ...different(store.sku, 7));
  expect((await webhookOf(store, name)).health).toMatchObject({ state: 'failing', failures_in_a_row: 1 });
  await sourcesOf(store, ...different(store.sku, 3, 10));
  expect(store.receiver.received).toHaveLength(10);
});

test('a hundred failures do not make the settings of a webhook grow', async () => {
  const store = await aRatedStore(500);
  for (const question of different(store.sku, 100)) {
    await askRates(store, question);
    clocks.pass(61);
  }
  expect(store.receiver.received).toHaveLength(100);
  const [item] = await itemsOf(store, `WEBHOOK#${name}`);
  expect(JSON.stringify(item).length).toBeLessThan(3000);
});
