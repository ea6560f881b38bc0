import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { aProduct } from '../support/orders.ts';
import { aRatesStore, askRates, destination, name, post, postAnswer, postRate, sourcesOf } from '../support/rates.ts';
import { closes, type Received } from '../support/receiver.ts';
import { setUrl, verify, webhookOf } from '../support/webhooks.ts';

const none = { rates: [], source: 'none', dropped: [] };

test('sends the store a signed request with all details and returns its rates', async () => {
  const store = await aRatesStore({
    body: {
      rates: [post, { id: 'air', name: 'Air', price: 12, currency: 'EUR', description: 'fast', min_days: 1, max_days: 2 }],
    },
  });
  const { status, payload } = await askRates(store);
  const air = { id: 'air', name: 'Air', price: 12, currency: 'EUR', description: 'fast', min_days: 1, max_days: 2 };
  expect({ status, payload }).toEqual({ status: 200, payload: { rates: [postRate, air], source: 'live', dropped: [] } });
  const [received] = store.receiver.received as [Received];
  expect(verify(store.secret, received)).toEqual(received.json);
  const { id, created } = received.json;
  const nowhere = { name: null, company: null, line2: null, region: null, phone: null };
  expect(received.json).toEqual({
    type: name,
    id,
    created,
    tenant: store.tenant.id,
    data: {
      destination: { ...nowhere, ...destination },
      lines: [{ sku: store.sku, name: 'Green tea', quantity: 3, price: 4.35, weight: 100 }],
      currency: 'EUR',
      subtotal: 13.05,
    },
  });
  expect(received.headers).toMatchObject({ 'webhook-id': id });
});

test('sends the given prices and currency', async () => {
  const store = await aRatesStore({ body: { rates: [{ ...post, currency: 'JPY', price: 700 }] } });
  const lines = [{ sku: store.sku, quantity: 2, price: 150 }];
  const { payload } = await askRates(store, { currency: 'JPY', lines });
  expect(payload).toMatchObject({ source: 'live', rates: [{ price: 700, currency: 'JPY' }] });
  expect(store.receiver.received[0]?.json.data).toMatchObject({ currency: 'JPY', subtotal: 300, lines: [{ price: 150 }] });
});

test('sends null for the weight of a product without one', async () => {
  const store = await aRatesStore(postAnswer);
  await askRates(store, { lines: [{ sku: await aProduct(store), quantity: 1 }] });
  expect(store.receiver.received[0]?.json.data.lines[0].weight).toBeNull();
});

test('returns no rates without a URL, and none from the cache after it is removed', async () => {
  const store = await aStore();
  const sku = await aProduct(store);
  expect((await askRates({ ...store, sku })).payload).toEqual(none);
  const rated = await aRatesStore(postAnswer);
  await askRates(rated);
  await setUrl(rated, null, name);
  expect((await askRates(rated)).payload).toEqual(none);
});

test('returns an empty list of rates and caches it like any other', async () => {
  const store = await aRatesStore({ body: { rates: [] } }, postAnswer);
  expect((await askRates(store)).payload).toEqual({ ...none, source: 'live' });
  expect((await askRates(store)).payload).toEqual({ ...none, source: 'cache' });
});

test('calls a receiver that hangs once, times out after four seconds and marks it as failing', async () => {
  const waited = Promise.withResolvers<number>();
  const store = await aRatesStore((_, outgoing) => {
    const begun = performance.now();
    outgoing.on('close', () => waited.resolve(performance.now() - begun));
    return undefined;
  });
  expect((await askRates(store)).payload).toEqual(none);
  const seconds = (await waited.promise) / 1000;
  expect([seconds > 3.5, seconds < 8]).toEqual([true, true]);
  expect(store.receiver.received).toHaveLength(1);
  expect((await webhookOf(store, name)).health).toMatchObject({ state: 'failing', failures_in_a_row: 1, last_success: null });
});

test('backs off after five failures in a minute', async () => {
  const store = await aRatesStore(500, closes, { body: 'OK' }, 404, { status: 302, headers: { Location: '/' } }, postAnswer);
  const questions = Array.from({ length: 8 }, (_, i) => ({ lines: [{ sku: store.sku, quantity: i + 1 }] }));
  expect(await sourcesOf(store, ...questions)).toEqual(questions.map(() => 'none'));
  expect(store.receiver.received).toHaveLength(5);
  expect((await webhookOf(store, name)).health).toMatchObject({ state: 'resting', failures_in_a_row: 5 });
  // A new URL counts as a new receiver.
  await setUrl(store, `${store.receiver.url}/2`, name);
  expect(await sourcesOf(store, ...questions)).toEqual(questions.map(() => 'live'));
  expect((await webhookOf(store, name)).health).toMatchObject({ state: 'ok', failures_in_a_row: 0 });
});
