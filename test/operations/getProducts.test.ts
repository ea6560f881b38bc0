import { describe, expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct } from '../support/orders.ts';
import { getProduct, putProduct, updateProduct } from '../support/products.ts';
import { walk } from '../support/walk.ts';

test('lists complete products sorted by SKU', async () => {
  const store = await aStore();
  for (const sku of ['b', 'a-1', 'A', 'a.1', 'a', '10', '9', 'Z', 'a_1', 'z']) {
    await putProduct(store, sku, { name: `Tea ${sku}`, price: 1, stock: sku === 'a' ? null : 3, weight: 5 });
  }
  const { payload } = await call('getProducts', { as: store.key });
  expect(payload.next_cursor).toBeNull();
  const skus = payload.products.map(({ sku }: { sku: string }) => sku);
  expect(skus.join(' ')).toBe('10 9 A Z a a-1 a.1 a_1 b z');
  for (const product of payload.products) {
    expect((await getProduct(store, product.sku)).payload).toEqual({ product });
  }
});

const store = await aStore();
for (const [sku, stock] of Object.entries({ A: 0, B: 3, C: 9, D: null, E: 2, F: 1, G: 5 })) {
  await putProduct(store, sku, { name: { C: 'Grüner Tee', G: 'Cup' }[sku] ?? 'Tea', price: 1, stock });
}
for (const [sku, low_stock] of Object.entries({ A: 0, C: 10, D: 10 })) await updateProduct(store, sku, { low_stock });
for (const sku of ['E', 'D']) await updateProduct(store, sku, { archived: true });

describe('filters', () => {
  const list = async (query: Record<string, string>) =>
    (await walk('getProducts', { as: store.key, query })).map(({ sku }) => sku);

  test.each<[Record<string, string>, string[]]>([
    [{}, ['A', 'B', 'C', 'F', 'G']],
    [{ archived: 'false' }, ['A', 'B', 'C', 'F', 'G']],
    [{ archived: 'true' }, ['D', 'E']],
    [{ stock_below: '4' }, ['A', 'B', 'F']],
    [{ stock_below: '3' }, ['A', 'F']],
    [{ stock_below: '0' }, []],
    [{ stock_below: '1000000000' }, ['A', 'B', 'C', 'F', 'G']],
    [{ stock_below: '4', archived: 'true' }, ['E']],
    [{ q: 'GRÜNER' }, ['C']],
    [{ q: 'gruner-tee' }, ['C']],
    [{ q: 'tea' }, ['A', 'B', 'F']],
    [{ q: 'b' }, ['B']],
    [{ q: 'tea', archived: 'true' }, ['D', 'E']],
    [{ q: 'coffee' }, []],
    [{ q: '--' }, []],
    [{ low_stock: 'true' }, ['B', 'C', 'F']],
    [{ low_stock: 'false' }, ['A', 'G']],
    [{ low_stock: 'true', stock_below: '4' }, ['B', 'F']],
    [{ low_stock: 'true', archived: 'true' }, ['E']],
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
});
