import { expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import { set } from '../../../lib/db/write.ts';
import { deliveryKey } from '../../../lib/webhook/delivery.ts';
import { call } from '../../support/call.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { itemsOf } from '../../support/database.ts';
import { aRatesStore, askRates, postAnswer, name as rates } from '../../support/rates.ts';
import {
  aDelivery,
  aWebhookStore,
  deliveriesOf,
  onlyDelivery,
  placeOne,
  redeliver,
  runDelivery,
  webhookOf,
} from '../../support/webhooks.ts';

const clocks = fakeClocks();
const day = 24 * 3600;
const secondsNow = () => Math.floor(Date.now() / 1000);

test('a delivery is kept and listed for 30 days after it was created, and kept 30 days more if it is redelivered', async () => {
  const store = await aWebhookStore();
  const order = await placeOne(store);
  const delivery = await onlyDelivery(store);
  const stored = async () => (await itemsOf(store, 'DELIVERY#'))[0] as Record<string, unknown>;
  expect((await stored()).expires_at).toBe(secondsNow() + 30 * day);
  clocks.advance(30 * day - 1);
  await redeliver(store, delivery.id);
  expect((await stored()).expires_at).toBe(secondsNow() + 30 * day);
  const ofOrder = async () =>
    (await call('getDeliveries', { as: store.key, params: { name: 'confirm-order' }, query: { order } })).payload.deliveries;
  expect([await deliveriesOf(store), await ofOrder()]).toMatchObject([[{ id: delivery.id }], [{ id: delivery.id }]]);
  clocks.advance(1.001);
  expect([await deliveriesOf(store), await ofOrder()]).toEqual([[], []]);
});

test('the answers of a receiver are kept for a day', async () => {
  const store = await aRatesStore(postAnswer);
  await askRates(store);
  expect((await itemsOf(store, 'RATES#'))[0]).toMatchObject({ expires_at: secondsNow() + day });
});

test('what counts the test calls of a minute is kept for a minute', async () => {
  const store = await aWebhookStore();
  await call('testWebhook', { as: store.key, params: { name: 'confirm-order' } });
  expect(await itemsOf(store, 'RECENT#')).toEqual([expect.objectContaining({ expires_at: Math.ceil(Date.now() / 1000) + 60 })]);
});

test('an attempt is not repeated for a minute, even if it crashes', async () => {
  const store = await aWebhookStore(async () => {
    expect(await onlyDelivery(store)).toMatchObject({ due: new Date(Date.now() + 60_000).toISOString() });
    return 200;
  });
  await placeOne(store);
  await runDelivery(store, await onlyDelivery(store));
  expect(await onlyDelivery(store)).toMatchObject({ state: 'delivered' });
});

const healthOf = async (store: Parameters<typeof webhookOf>[0]) => (await webhookOf(store, rates)).health;

test.each([
  [2.001, 'resting'],
  [2, 'ok'],
])('five responses after %f seconds make the webhook %s', async (seconds, state) => {
  const store = await aRatesStore(() => {
    clocks.advance(seconds);
    return { body: { rates: [] } };
  });
  for (let quantity = 1; quantity <= 5; quantity++) await askRates(store, { lines: [{ sku: store.sku, quantity }] });
  expect(await healthOf(store)).toMatchObject({ state });
});

test('a delivery fails without another call once all its attempts have crashed', async () => {
  const { store, delivery } = await aDelivery();
  const tries = (count: number) => set(store.tenant.id as TenantId, deliveryKey(delivery.id), { tries: count });
  await tries(11);
  await runDelivery(store, delivery);
  expect(store.receiver.received).toEqual([]);
  expect(await onlyDelivery(store)).toMatchObject({ state: 'failed', due: null });
});

test.each([
  ['an emoji across the limit', `${'x'.repeat(499)}😀`, `${'x'.repeat(499)}\uFFFD`],
  ['an emoji before the limit', `${'x'.repeat(498)}😀x`, `${'x'.repeat(498)}😀`],
  ['exactly the limit', 'x'.repeat(500), 'x'.repeat(500)],
  ['over the limit', 'x'.repeat(501), 'x'.repeat(500)],
])('keeps the first 500 characters of a response as valid text: %s', async (_, body, kept) => {
  const { store, delivery } = await aDelivery({ status: 500, body });
  await runDelivery(store, delivery);
  expect((await onlyDelivery(store)).attempts).toMatchObject([{ status: 500, answer: kept }]);
});
