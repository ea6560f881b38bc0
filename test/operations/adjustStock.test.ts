import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, keyed, stockOf, tally, times } from '../support/orders.ts';

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
    payload: { product: { sku, name: 'Tea', price: 10, weight: null, archived: false, stock: { available, reserved: 0 } } },
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

test('rejects a product that does not exist', async () => {
  expect(await adjust(uniqueName('sku'), 1)).toMatchObject({ status: 404, code: 'not_found' });
});

test.each([undefined, null, '1', 1.5, 1_000_000_001, -1_000_000_001, [1]])('rejects an adjustment by %j', async (by) => {
  const sku = await aProduct(store, { stock: 5 });
  expect(await adjust(sku, by)).toMatchObject({ status: 400, body: { errors: [{ field: 'adjust' }] } });
  expect(await stockOf(store, sku)).toEqual([5, 0]);
});

const replayed = { status: 200, headers: { 'idempotent-replayed': 'true' } };
const reused = { status: 422, code: 'idempotency_key_reused' };

test('a repeat adjusts once and returns the current product', async () => {
  const sku = await aProduct(store, { stock: 5 });
  const first = await adjust(sku, -5, keyed('one'));
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(await adjust(sku, -5, keyed('one'))).toMatchObject({ ...replayed, payload: first.payload });
  await adjust(sku, 2);
  expect((await adjust(sku, -5, keyed('one'))).payload.product.stock.available).toBe(2);
  await call('putProduct', { as: store.key, params: { sku }, body: { name: 'Tea', price: 10, stock: null } });
  expect(await adjust(sku, -5, keyed('one'))).toMatchObject({ ...replayed, payload: { product: { stock: null } } });
});

test('rejects another number with the same key, even if there is too little stock', async () => {
  const sku = await aProduct(store, { stock: 5 });
  await adjust(sku, -1, keyed('one'));
  expect(await adjust(sku, 1, keyed('one'))).toMatchObject(reused);
  expect(await adjust(sku, -100, keyed('one'))).toMatchObject(reused);
  expect(await stockOf(store, sku)).toEqual([4, 0]);
});

test('a key belongs to one product, and a rejected request does not use it up', async () => {
  const [first, second] = [await aProduct(store, { stock: 5 }), await aProduct(store, { stock: 0 })];
  await adjust(first, -1, keyed('one'));
  expect(await adjust(second, -1, keyed('one'))).toMatchObject({ status: 409 });
  await adjust(second, 1);
  expect((await adjust(second, -1, keyed('one'))).headers['idempotent-replayed']).toBeUndefined();
  expect(await stockOf(store, second)).toEqual([0, 0]);
});

test('a trailing slash does not make it another request', async () => {
  const sku = await aProduct(store, { stock: 5 });
  await adjust(sku, 1, keyed('one'));
  const at = '/v1/management/product/{sku}/stock';
  const again = await call('adjustStock', { as: store.key, at, params: { sku }, body: { adjust: 1 }, headers: keyed('one') });
  expect(again).toMatchObject(replayed);
  expect(await stockOf(store, sku)).toEqual([6, 0]);
});

test('fifty identical concurrent requests adjust the stock once', async () => {
  const sku = await aProduct(store, { stock: 5 });
  const answers = await times(50, () => adjust(sku, 1, keyed('one')));
  expect(tally(answers)).toEqual({ 200: 50 });
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
  expect(await stockOf(store, sku)).toEqual([6, 0]);
});

test('of sixty concurrent requests for one of fifty units, ten are rejected', async () => {
  const sku = await aProduct(store, { stock: 50 });
  expect(tally(await times(60, () => adjust(sku, -1)))).toEqual({ 200: 50, insufficient_stock: 10 });
  expect(await stockOf(store, sku)).toEqual([0, 0]);
});
