import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, newProduct, stockOf, tally, times } from '../support/orders.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const adjust = (sku: string, by: unknown, headers?: Record<string, string>) =>
  call('adjustStock', { as: store.key, params: { sku }, body: { adjust: by }, ...(headers && { headers }) });

test.each([
  [5, 3, 8],
  [5, -3, 2],
  [5, -5, 0],
  [0, 1_000_000_000, 1_000_000_000],
  [5, 0, 5],
  [0, 0, 0],
])('with %i available, adjusting by %i leaves %i', async (stock, by, available) => {
  const sku = await aProduct(store, { stock });
  const { status, payload } = await adjust(sku, by);
  expect({ status, payload }).toEqual({
    status: 200,
    payload: {
      product: { sku, name: 'Tea', price: 10, ...newProduct, stock: { available, reserved: 0 } },
    },
  });
});

test('reserved units cannot be removed', async () => {
  const sku = await aProduct(store, { stock: 5 });
  await anOrder(store, { lines: [{ sku, quantity: 4 }] });
  const answer = await adjust(sku, -2);
  expect(answer).toMatchObject({
    status: 409,
    code: 'insufficient_stock',
    body: { stock: [{ sku, requested: 2, available: 1 }] },
  });
  expect(await stockOf(store, sku)).toEqual([1, 4]);
  expect((await adjust(sku, -1)).payload.product.stock).toEqual({ available: 0, reserved: 4 });
});

test('rejects a product without a stock count', async () => {
  const sku = await aProduct(store);
  expect(await adjust(sku, 1)).toMatchObject({ status: 400, body: { errors: [{ field: 'adjust' }] } });
  expect(await stockOf(store, sku)).toBeNull();
});

test('of sixty concurrent requests for one of fifty units, ten are rejected', async () => {
  const sku = await aProduct(store, { stock: 50 });
  expect(tally(await times(60, () => adjust(sku, -1)))).toEqual({ 200: 50, insufficient_stock: 10 });
  expect(await stockOf(store, sku)).toEqual([0, 0]);
});
