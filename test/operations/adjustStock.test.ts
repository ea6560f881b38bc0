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
])('of %i available, %i more make %i', async (stock, by, available) => {
  const sku = await aProduct(store, { stock });
  const { status, payload } = await adjust(sku, by);
  expect({ status, payload }).toEqual({
    status: 200,
    payload: { product: { sku, name: 'Tea', price: 10, weight: null, stock: { available, reserved: 0 } } },
  });
});

test('what is reserved is not there to take away', async () => {
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

test('a product that is not counted has no stock to adjust', async () => {
  const sku = await aProduct(store);
  expect(await adjust(sku, 1)).toMatchObject({ status: 400, body: { errors: [{ field: 'adjust' }] } });
  expect(await stockOf(store, sku)).toBeNull();
});

test('nor has one that is not there', async () => {
  expect(await adjust(uniqueName('sku'), 1)).toMatchObject({ status: 404, code: 'not_found' });
});

test.each([undefined, null, '1', 1.5, 1_000_000_001, -1_000_000_001, [1]])('a stock is not adjusted by %j', async (by) => {
  const sku = await aProduct(store, { stock: 5 });
  expect(await adjust(sku, by)).toMatchObject({ status: 400, body: { errors: [{ field: 'adjust' }] } });
  expect(await stockOf(store, sku)).toEqual([5, 0]);
});

const replayed = { status: 200, headers: { 'idempotent-replayed': 'true' } };
const reused = { status: 422, code: 'idempotency_key_reused' };

test('a repeat adjusts once, and answers the product as it stands now', async () => {
  const sku = await aProduct(store, { stock: 5 });
  const first = await adjust(sku, -5, keyed('one'));
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(await adjust(sku, -5, keyed('one'))).toMatchObject({ ...replayed, payload: first.payload });
  await adjust(sku, 2);
  expect((await adjust(sku, -5, keyed('one'))).payload.product.stock.available).toBe(2);
  await call('putProduct', { as: store.key, params: { sku }, body: { name: 'Tea', price: 10, stock: null } });
  expect(await adjust(sku, -5, keyed('one'))).toMatchObject({ ...replayed, payload: { product: { stock: null } } });
});

test('another number with the key is refused, whether it could be taken or not', async () => {
  const sku = await aProduct(store, { stock: 5 });
  await adjust(sku, -1, keyed('one'));
  expect(await adjust(sku, 1, keyed('one'))).toMatchObject(reused);
  expect(await adjust(sku, -100, keyed('one'))).toMatchObject(reused);
  expect(await stockOf(store, sku)).toEqual([4, 0]);
});

test('each product knows keys of its own, and a refused one is still new', async () => {
  const [first, second] = [await aProduct(store, { stock: 5 }), await aProduct(store, { stock: 0 })];
  await adjust(first, -1, keyed('one'));
  expect(await adjust(second, -1, keyed('one'))).toMatchObject({ status: 409 });
  await adjust(second, 1);
  expect((await adjust(second, -1, keyed('one'))).headers['idempotent-replayed']).toBeUndefined();
  expect(await stockOf(store, second)).toEqual([0, 0]);
});

test('a path with and without its slash is one', async () => {
  const sku = await aProduct(store, { stock: 5 });
  await adjust(sku, 1, keyed('one'));
  const at = '/v1/management/product/{sku}/stock';
  const again = await call('adjustStock', { as: store.key, at, params: { sku }, body: { adjust: 1 }, headers: keyed('one') });
  expect(again).toMatchObject(replayed);
  expect(await stockOf(store, sku)).toEqual([6, 0]);
});

test('fifty equal requests at once adjust it once', async () => {
  const sku = await aProduct(store, { stock: 5 });
  const answers = await times(50, () => adjust(sku, 1, keyed('one')));
  expect(tally(answers)).toEqual({ 200: 50 });
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
  expect(await stockOf(store, sku)).toEqual([6, 0]);
});

test('sixty that take one of fifty at once leave none, and ten get nothing', async () => {
  const sku = await aProduct(store, { stock: 50 });
  expect(tally(await times(60, () => adjust(sku, -1)))).toEqual({ 200: 50, insufficient_stock: 10 });
  expect(await stockOf(store, sku)).toEqual([0, 0]);
});
