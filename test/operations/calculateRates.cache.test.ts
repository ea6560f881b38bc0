import { describe, expect, test } from '@jest/globals';
import { call } from '../support/call.ts';
import { aProduct } from '../support/orders.ts';
import { aRatesStore, askRates, destination, name, post, postAnswer, ratesRequest, sourcesOf } from '../support/rates.ts';
import { setUrl } from '../support/webhooks.ts';

const none = { rates: [], source: 'none', dropped: [] };

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
    const again = reversed({ destination: { ...reversed(destination), line2: null }, lines: lines.map(reversed) });
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
      {
        lines: [
          { sku, quantity: 3 },
          { sku: other, quantity: 3 },
        ],
      },
    ];
    expect(await sourcesOf(store, ...requests)).toEqual(requests.map(() => 'live'));
    expect(await sourcesOf(store, ...requests)).toEqual(requests.map(() => 'cache'));
  });

  test.each([{ price: 5 }, { weight: 200 }, { name: 'Black tea' }])(
    'misses the cache after a change to the product: %j',
    async (body) => {
      const store = await aRatesStore(postAnswer, 500);
      await askRates(store);
      await call('updateProduct', { as: store.key, params: { sku: store.sku }, body });
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
    await call('putProduct', {
      as: theirs.key,
      params: { sku: mine.sku },
      body: { name: 'Green tea', price: 4.35, stock: null, weight: 100 },
    });
    await setUrl(theirs, mine.receiver.url, name);
    expect(await sourcesOf(mine, {})).toEqual(['live']);
    expect(await sourcesOf({ ...theirs, sku: mine.sku }, {})).toEqual(['live']);
  });
});
