import { expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { itemsOf } from '../../support/database.ts';
import { aRatesStore, askRates, postAnswer, name as rates } from '../../support/rates.ts';
import {
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

test('the answers of a receiver are cached for a day', async () => {
  const store = await aRatesStore(postAnswer);
  await askRates(store);
  expect((await itemsOf(store, 'RATES#'))[0]).toMatchObject({ expires_at: secondsNow() + day });
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

test.each([
  [1.001, true],
  [1, false],
])('after a response that took %f seconds, the receiver counts as slow: %s', async (seconds, slow) => {
  const store = await aRatesStore(() => {
    clocks.advance(seconds);
    return { body: { rates: [] } };
  });
  await askRates(store);
  expect((await itemsOf(store, `WEBHOOK#${rates}`))[0]).toMatchObject({ slow });
});

test('a receiver that becomes slow is recorded immediately', async () => {
  let seconds = 0.5;
  const store = await aRatesStore(() => {
    clocks.advance(seconds);
    return { body: { rates: [] } };
  });
  const ask = (quantity: number) => askRates(store, { lines: [{ sku: store.sku, quantity }] });
  await ask(1);
  seconds = 1.5;
  await ask(2);
  expect((await itemsOf(store, `WEBHOOK#${rates}`))[0]).toMatchObject({ slow: true });
});

test('a success is recorded once a minute', async () => {
  const store = await aRatesStore(postAnswer);
  const ask = (quantity: number) => askRates(store, { lines: [{ sku: store.sku, quantity }] });
  const first = new Date().toISOString();
  await ask(1);
  clocks.advance(60);
  await ask(2);
  expect(await healthOf(store)).toMatchObject({ last_success: first });
  clocks.advance(0.001);
  await ask(3);
  expect(await healthOf(store)).toMatchObject({ last_success: new Date().toISOString() });
});
