import { beforeAll, describe, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, times } from '../support/orders.ts';
import { byLink, pages, walk } from '../support/walk.ts';

test('a tenant without products has an empty list', async () => {
  const { key } = await aStore();
  expect((await call('getProducts', { as: key })).payload).toEqual({ products: [], next_cursor: null });
});

test('lists complete products sorted by SKU', async () => {
  const { key } = await aStore();
  for (const sku of ['b', 'a-1', 'A', 'a.1', 'a', '10', '9', 'Z', 'a_1', 'z']) {
    await call('putProduct', {
      as: key,
      params: { sku },
      body: { name: `Tea ${sku}`, price: 1, stock: sku === 'a' ? null : 3, weight: 5 },
    });
  }
  const { payload } = await call('getProducts', { as: key });
  expect(payload.next_cursor).toBeNull();
  expect(payload.products.map(({ sku }: { sku: string }) => sku)).toEqual([
    '10',
    '9',
    'A',
    'Z',
    'a',
    'a-1',
    'a.1',
    'a_1',
    'b',
    'z',
  ]);
  for (const product of payload.products) {
    expect((await call('getProduct', { as: key, params: { sku: product.sku } })).payload).toEqual({ product });
  }
});

test.each(['1', '2', '3', '7', '1000'])('pages of %s contain each product once', async (limit) => {
  const store = await aStore();
  const skus = await times(7, () => aProduct(store));
  await aProduct(await aStore());
  for (const follow of [undefined, byLink]) {
    const seen = await walk('getProducts', { as: store.key, query: { limit } }, follow);
    expect(seen.map(({ sku }) => sku)).toEqual(skus.toSorted());
  }
  for await (const { payload } of pages('getProducts', { as: store.key, query: { limit } })) {
    expect(payload.products.length).toBeLessThanOrEqual(Number(limit));
  }
});

test('lists each existing product once while products are added and changed', async () => {
  const store = await aStore();
  const skus = await times(10, () => aProduct(store));
  const seen = [];
  for await (const { payload } of pages('getProducts', { as: store.key, query: { limit: '2' } })) {
    seen.push(...payload.products.map(({ sku }: { sku: string }) => sku));
    await times(3, () => aProduct(store));
    await call('updateProduct', { as: store.key, params: { sku: skus[0] as string }, body: { price: seen.length } });
    if (seen.length > 100) break;
  }
  expect(seen).toEqual(seen.toSorted());
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining(skus));
});

test.each(['0', '1001', '-1', '1.5', 'ten', '', '1e1'])('rejects a limit of %j', async (limit) => {
  const { key } = await aStore();
  expect(await call('getProducts', { as: key, query: { limit } })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'limit' }] },
  });
});

test('rejects a cursor of another tenant or another list, or one that was altered', async () => {
  const [store, other] = [await aStore(), await aStore()];
  await times(2, () => aProduct(store));
  const { next_cursor: cursor } = (await call('getProducts', { as: store.key, query: { limit: '1' } })).payload;
  expect((await call('getProducts', { as: store.key, query: { cursor } })).payload.products).toHaveLength(1);
  const rejected = { status: 400, body: { errors: [{ field: 'cursor' }] } };
  expect(await call('getProducts', { as: other.key, query: { cursor } })).toMatchObject(rejected);
  expect(await call('getOrders', { as: store.key, query: { cursor } })).toMatchObject(rejected);
  for (const tampered of ['', '.', 'x', `${cursor}x`, cursor.slice(1), cursor.split('.')[0], `a${cursor}`]) {
    expect(await call('getProducts', { as: store.key, query: { cursor: tampered } })).toMatchObject(rejected);
  }
});

describe('filters', () => {
  let store: Store;
  const list = async (query: Record<string, string>) =>
    (await walk('getProducts', { as: store.key, query })).map(({ sku }) => sku);

  beforeAll(async () => {
    store = await aStore();
    const stocks = { A: 0, B: 3, C: 9, D: null, E: 2, F: 1 };
    for (const [sku, stock] of Object.entries(stocks)) {
      await call('putProduct', { as: store.key, params: { sku }, body: { name: 'Tea', price: 1, stock } });
    }
    for (const sku of ['E', 'D']) {
      await call('updateProduct', { as: store.key, params: { sku }, body: { archived: true } });
    }
  });

  test.each<[Record<string, string>, string[]]>([
    [{}, ['A', 'B', 'C', 'F']],
    [{ archived: 'false' }, ['A', 'B', 'C', 'F']],
    [{ archived: 'true' }, ['D', 'E']],
    [{ stock_below: '4' }, ['A', 'B', 'F']],
    [{ stock_below: '3' }, ['A', 'F']],
    [{ stock_below: '0' }, []],
    [{ stock_below: '1000000000' }, ['A', 'B', 'C', 'F']],
    [{ stock_below: '4', archived: 'true' }, ['E']],
  ])('%j lists %j, whatever the page size', async (query, skus) => {
    expect(await list(query)).toEqual(skus);
    expect(await list({ ...query, limit: '1' })).toEqual(skus);
  });

  test('`stock_below` compares the units that are available, not those on the shelf', async () => {
    const own = await aStore();
    const sku = await aProduct(own, { stock: 5 });
    await anOrder(own, { lines: [{ sku, quantity: 3 }] });
    expect(await walk('getProducts', { as: own.key, query: { stock_below: '3' } })).toMatchObject([{ sku }]);
  });

  test.each<Record<string, string>>([
    { archived: 'yes' },
    { archived: '' },
    { stock_below: '-1' },
    { stock_below: '1.5' },
    { stock_below: '' },
  ])('rejects %j', async (query) => {
    const [field] = Object.keys(query);
    const answer = await call('getProducts', { as: store.key, query });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });
});
