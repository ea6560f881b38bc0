import { describe, expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { aProduct } from '../support/orders.ts';
import { putProduct, updateProduct } from '../support/products.ts';
import {
  aRatesStore,
  askRates,
  destination,
  name,
  post,
  postAnswer,
  postRate,
  ratesRequest,
  sourcesOf,
} from '../support/rates.ts';
import { closes, type Received } from '../support/receiver.ts';
import { setUrl, verify, webhookOf } from '../support/webhooks.ts';

const none = { rates: [], source: 'none', dropped: [] };

test('sends the store a signed request with all details and returns its rates', async () => {
  const air = { id: 'air', name: 'Air', price: 12, currency: 'EUR', description: 'fast', min_days: 1, max_days: 2 };
  const store = await aRatesStore({ body: { rates: [post, air] } });
  const { status, payload } = await askRates(store);
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

test('sends the given prices and currency, and null for the weight of a product without one', async () => {
  const store = await aRatesStore({ body: { rates: [{ ...post, currency: 'JPY', price: 700 }] } });
  const lines = [store.sku, await aProduct(store)].map((sku) => ({ sku, quantity: 1, price: 150 }));
  const { payload } = await askRates(store, { currency: 'JPY', lines });
  expect(payload).toMatchObject({ source: 'live', rates: [{ price: 700, currency: 'JPY' }] });
  expect(store.receiver.received[0]?.json.data).toMatchObject({
    currency: 'JPY',
    subtotal: 300,
    lines: [100, null].map((weight) => ({ price: 150, weight })),
  });
});

test('rejects a cart that cannot be priced without calling the receiver', async () => {
  const store = await aRatesStore(postAnswer);
  const foreign = await aProduct(await aStore());
  for (const line of [{ sku: foreign }, { sku: store.sku, price: 1.005 }]) {
    const lines = [{ quantity: 1, ...line }];
    expect(await askRates(store, { lines })).toMatchObject({ status: 400, code: 'invalid_request' });
  }
  expect(store.receiver.received).toEqual([]);
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
  const closed = Promise.withResolvers<number>();
  const store = await aRatesStore((_, outgoing) => {
    outgoing.on('close', () => closed.resolve(performance.now()));
    return undefined;
  });
  const begun = performance.now();
  expect((await askRates(store)).payload).toEqual(none);
  const seconds = ((await closed.promise) - begun) / 1000;
  expect([seconds > 3.9, seconds < 12]).toEqual([true, true]);
  expect(store.receiver.received).toHaveLength(1);
  expect((await webhookOf(store, name)).health).toMatchObject({ state: 'failing', failures_in_a_row: 1, last_success: null });
});

test('backs off after five failures in a minute', async () => {
  const tooLong = { body: { rates: [post], padding: 'x'.repeat(70_000) } };
  const withRates = { status: 500, body: { rates: [post] } };
  const store = await aRatesStore(withRates, closes, { body: 'OK' }, 404, tooLong, postAnswer);
  const questions = Array.from({ length: 8 }, (_, i) => ({ lines: [{ sku: store.sku, quantity: i + 1 }] }));
  expect(await sourcesOf(store, ...questions)).toEqual(questions.map(() => 'none'));
  expect(store.receiver.received).toHaveLength(5);
  expect((await webhookOf(store, name)).health).toMatchObject({ state: 'resting', failures_in_a_row: 5 });
  // A new URL counts as a new receiver.
  await setUrl(store, `${store.receiver.url}/2`, name);
  expect(await sourcesOf(store, ...questions)).toEqual(questions.map(() => 'live'));
  expect((await webhookOf(store, name)).health).toMatchObject({ state: 'ok', failures_in_a_row: 0 });
});

describe('an identical request', () => {
  test('is answered from the cache, including the dropped rates', async () => {
    const store = await aRatesStore({ body: { rates: [post, { id: 'bad' }] } });
    const first = await askRates(store);
    expect(first.payload).toMatchObject({ source: 'live', dropped: [{ rate: 'bad' }] });
    expect((await askRates(store)).payload).toEqual({ ...first.payload, source: 'cache' });
    expect(store.receiver.received).toHaveLength(1);
  });

  test('may order its fields differently and send null for absent ones', async () => {
    const store = await aRatesStore(postAnswer);
    await askRates(store);
    const reversed = (fields: object) => Object.fromEntries(Object.entries(fields).reverse());
    const { lines } = ratesRequest(store);
    const address = { ...reversed(destination), line2: null };
    const again = reversed({ currency: null, destination: address, lines: lines.map(reversed) });
    const { payload } = await call('calculateRates', { as: store.key, body: again });
    expect(payload.source).toBe('cache');
  });

  test('does not share the answer to a different request', async () => {
    const store = await aRatesStore(postAnswer);
    const { sku } = store;
    const other = await aProduct(store);
    const requests = [
      {},
      { destination: { ...destination, country: 'FR' } },
      { destination: { ...destination, name: 'Ada' } },
      { lines: [{ sku, quantity: 4 }] },
      { lines: [{ sku, quantity: 3, price: 4 }] },
      { lines: [{ sku: other, quantity: 3 }] },
      { lines: [sku, other].map((each) => ({ sku: each, quantity: 3 })) },
    ];
    expect(await sourcesOf(store, ...requests)).toEqual(requests.map(() => 'live'));
    expect(await sourcesOf(store, ...requests)).toEqual(requests.map(() => 'cache'));
  });

  test.each([{ price: 5 }, { weight: 200 }, { name: 'Black tea' }])(
    'misses the cache after a change to the product: %j',
    async (body) => {
      const store = await aRatesStore(postAnswer, 500);
      await askRates(store);
      await updateProduct(store, store.sku, body);
      expect((await askRates(store)).payload).toEqual(none);
    },
  );

  test('misses the cache after a change to the URL', async () => {
    const store = await aRatesStore(postAnswer);
    await askRates(store);
    await setUrl(store, `${store.receiver.url}/2`, name);
    expect(await sourcesOf(store, {}, {})).toEqual(['live', 'cache']);
    await setUrl(store, store.receiver.url, name);
    expect(await sourcesOf(store, {})).toEqual(['live']);
  });

  test('from another tenant misses the cache', async () => {
    const [mine, theirs] = [await aRatesStore(postAnswer), await aRatesStore(postAnswer)];
    await putProduct(theirs, mine.sku, { name: 'Green tea', price: 4.35, stock: null, weight: 100 });
    await setUrl(theirs, mine.receiver.url, name);
    expect(await sourcesOf(mine, {})).toEqual(['live']);
    expect(await sourcesOf({ ...theirs, sku: mine.sku }, {})).toEqual(['live']);
  });
});
