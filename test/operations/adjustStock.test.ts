import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, keyed, newProduct, stockOf, update } from '../support/orders.ts';
import { adjustStock } from '../support/products.ts';

const store = await aStore();

const change = (sku: string, body: object, headers = {}) => adjustStock(store, sku, body, headers);

/** Five units, some of them reserved. */
async function aShelf(reserved = 2) {
  const sku = await aProduct(store, { stock: 5 });
  await anOrder(store, { lines: [{ sku, quantity: reserved }] });
  return sku;
}

test.each([
  [5, -5, 0],
  [0, 1_000_000_000, 1_000_000_000],
  [0, 0, 0],
])('with %i available, adjusting by %i leaves %i', async (stock, adjust, available) => {
  const sku = await aProduct(store, { stock });
  const { status, payload } = await change(sku, { adjust });
  const product = { sku, name: 'Tea', price: 10, ...newProduct, stock: { available, reserved: 0 } };
  expect({ status, payload }).toEqual({ status: 200, payload: { product } });
});

test('the stock has room for a billion units, and the error says for how many more', async () => {
  const sku = await aProduct(store, { stock: 999_999_999 });
  const errors = [{ field: 'adjust', message: `must be at most 1 for ${sku}, which has 999999999 available` }];
  expect(await change(sku, { adjust: 2 })).toMatchObject({ status: 400, body: { errors } });
  expect((await change(sku, { adjust: 1 })).payload.product.stock.available).toBe(1_000_000_000);
});

test('units can be removed even if a cancelled order brought the stock above its limit', async () => {
  const sku = await aProduct(store, { stock: 5 });
  const { number } = await anOrder(store, { lines: [{ sku, quantity: 5 }] });
  const body = { name: 'Tea', price: 10, stock: 1_000_000_000 };
  await call('putProduct', { as: store.key, params: { sku }, body });
  await update(store, number, { cancelled: true, restock: true });
  expect(await stockOf(store, sku)).toEqual([1_000_000_005, 0]);
  expect(await change(sku, { adjust: 1 })).toMatchObject({ status: 400 });
  expect((await change(sku, { adjust: -1 })).payload.product.stock.available).toBe(1_000_000_004);
});

test('reserved units cannot be removed', async () => {
  const sku = await aShelf(4);
  const answer = await change(sku, { adjust: -2 });
  const stock = [{ sku, requested: 2, available: 1 }];
  expect(answer).toMatchObject({ status: 409, code: 'insufficient_stock', body: { stock } });
  expect(answer.body.description).toMatch(
    / only 1 can be removed\. Remove at most 1\. .*cancel these orders with `restock` first\.$/,
  );
  expect(await stockOf(store, sku)).toEqual([1, 4]);
  expect((await change(sku, { adjust: -1 })).payload.product.stock).toEqual({ available: 0, reserved: 4 });
});

test('the error for too few units says nothing of orders if none has reserved any', async () => {
  const sku = await aProduct(store, { stock: 2 });
  expect((await change(sku, { adjust: -3 })).body.description).toMatch(/ can be removed\. Remove at most 2\.$/);
});

test('rejects a body with neither `adjust` nor `counted`', async () => {
  const sku = await aProduct(store, { stock: 5 });
  const errors = [{ field: 'adjust', message: 'is required, unless you send `counted`' }];
  expect(await change(sku, { reason: 'count' })).toMatchObject({ status: 400, body: { errors } });
  const both = await change(sku, { reason: 'a\nb' });
  expect(both.body.errors.map(({ field }: { field: string }) => field)).toEqual(['reason', 'adjust']);
});

test.each(['adjust', 'counted'])('rejects `%s` of a product whose stock is not tracked', async (field) => {
  const sku = await aProduct(store);
  expect(await change(sku, { [field]: 5 })).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  expect(await stockOf(store, sku)).toBeNull();
});

test.each([
  [9, 7],
  [5, 3],
  [2, 0],
])('counting %i units, of which 2 are reserved, makes %i available', async (counted, available) => {
  const sku = await aShelf();
  for (let i = 0; i < 2; i++) {
    const { status, payload } = await change(sku, { counted });
    expect([status, payload.product.stock]).toEqual([200, { available, reserved: 2 }]);
  }
});

test('rejects a count below the reserved units', async () => {
  const sku = await aShelf();
  const stock = [{ sku, requested: 2, available: 1 }];
  expect(await change(sku, { counted: 1 })).toMatchObject({ status: 409, code: 'insufficient_stock', body: { stock } });
  expect(await stockOf(store, sku)).toEqual([3, 2]);
});

test('a repeated request takes effect once, even if the count changed nothing', async () => {
  const sku = await aShelf();
  expect((await change(sku, { counted: 5 }, keyed('same'))).headers['idempotent-replayed']).toBeUndefined();
  await change(sku, { adjust: 4 });
  const again = await change(sku, { counted: 5 }, keyed('same'));
  expect([again.headers['idempotent-replayed'], again.payload.product.stock.available]).toEqual(['true', 7]);
});
