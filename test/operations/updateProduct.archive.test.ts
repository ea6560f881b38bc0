import { describe, expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, place, ship, stockOf, times, update } from '../support/orders.ts';

const store = await aStore();

const archive = (sku: string, archived = true) => call('updateProduct', { as: store.key, params: { sku }, body: { archived } });
const get = async (sku: string) => (await call('getProduct', { as: store.key, params: { sku } })).payload.product;
const order = (...skus: string[]) => place(store, { lines: skus.map((sku) => ({ sku, quantity: 1 })) });

test('archives a product and makes it active again', async () => {
  const sku = await aProduct(store);
  expect(await get(sku)).toMatchObject({ archived: false });
  expect((await archive(sku)).payload.product).toMatchObject({ sku, archived: true });
  expect(await get(sku)).toMatchObject({ archived: true });
  expect((await archive(sku, false)).payload.product).toMatchObject({ archived: false });
  expect(await order(sku)).toMatchObject({ status: 201 });
});

test('replacing, repricing or counting an archived product keeps it archived', async () => {
  const sku = await aProduct(store, { stock: 5 });
  await archive(sku);
  const body = { name: 'Coffee', price: 3, stock: 4 };
  expect((await call('putProduct', { as: store.key, params: { sku }, body })).payload.product.archived).toBe(true);
  const priced = await call('updateProduct', { as: store.key, params: { sku }, body: { price: 4 } });
  expect(priced.payload.product).toMatchObject({ price: 4, archived: true });
  const counted = await call('adjustStock', { as: store.key, params: { sku }, body: { counted: 7 } });
  expect(counted.payload.product).toMatchObject({ archived: true, stock: { available: 7 } });
});

describe('an order of archived products', () => {
  test('is rejected and names each of them', async () => {
    const [first, second, active] = [await aProduct(store), await aProduct(store, { stock: 3 }), await aProduct(store)];
    for (const sku of [first, second]) await archive(sku);
    const answer = await order(active, first, second, first);
    expect(answer).toMatchObject({ status: 409, code: 'product_archived' });
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual(['lines[1].sku', 'lines[2].sku']);
    for (const sku of [first, second]) expect(answer.body.description).toContain(sku);
    expect(await stockOf(store, second)).toEqual([3, 0]);
  });

  test('that was placed before can still be shipped, cancelled and restored', async () => {
    const sku = await aProduct(store, { stock: 5 });
    const [shipped, cancelled] = await times(2, () => anOrder(store, { lines: [{ sku, quantity: 1 }], authorized: true }));
    await archive(sku);
    expect(await ship(store, shipped as never, { state: 'shipped' })).toMatchObject({ status: 200 });
    const { number } = cancelled as { number: string };
    expect(await update(store, number, { cancelled: true, restock: true })).toMatchObject({ status: 200 });
    expect(await update(store, number, { cancelled: false })).toMatchObject({ status: 200 });
    expect(await stockOf(store, sku)).toEqual([3, 1]);
  });
});

test('shipping rates are calculated for archived products too', async () => {
  const sku = await aProduct(store);
  await archive(sku);
  const body = { destination: { country: 'DE' }, lines: [{ sku, quantity: 1 }] };
  expect(await call('calculateRates', { as: store.key, body })).toMatchObject({ status: 200, payload: { source: 'none' } });
});
