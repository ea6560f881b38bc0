import { describe, expect, test } from '@jest/globals';
import { aManagementKey, aStore, platform, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { aProduct, keyed, place, stockOf } from '../support/orders.ts';

const store = await aStore();

test('an order that exceeds the stock reserves nothing and reports each product that is short', async () => {
  const stocks = { plenty: 100, few: 4, none: 0, uncounted: null };
  const skus: string[] = [];
  for (const stock of Object.values(stocks)) skus.push(await aProduct(store, { stock }));
  const [, few, none] = skus as [string, string, string];
  const lines = [...skus, few].map((sku) => ({ sku, quantity: 3 }));
  const { status, code, body } = await place(store, { lines });
  expect({ status, code }).toEqual({ status: 409, code: 'insufficient_stock' });
  expect(body.stock).toEqual([
    { sku: few, requested: 6, available: 4 },
    { sku: none, requested: 3, available: 0 },
  ]);
  expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['lines[1].quantity', 'lines[2].quantity']);
  const left = await Promise.all(skus.map((sku) => stockOf(store, sku)));
  expect(left).toEqual([[100, 0], [4, 0], [0, 0], null]);
});

test.each(['constructor', 'toString'])('an unknown field named %s is rejected, even if it is null', async (field) => {
  const answer = await place(store, { lines: [{ sku: await aProduct(store), quantity: 1 }], [field]: null });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
});

test('the error for a missing field differs from the error for a field of the wrong type', async () => {
  const { body } = await place(store, { lines: [{ sku: 5 }], customer: [], note: 1, typo: 1 });
  expect(
    Object.fromEntries(body.errors.map(({ field, message }: { field: string; message: string }) => [field, message])),
  ).toEqual({
    'lines[0].sku': 'must be a string',
    'lines[0].quantity': 'is required',
    customer: 'must be an object',
    note: 'must be a string',
    typo: expect.stringMatching(/^is not a field here/),
  });
});

describe('while the store is unavailable', () => {
  const closed = { status: 409, code: 'store_unavailable' };
  const placed = async (at: Store) => place(at, { lines: [{ sku: await aProduct(at, { stock: 1 }), quantity: 1 }] });

  test('rejects orders with the reason', async () => {
    const fresh = await aStore();
    await call('putOpeningHours', { as: fresh.key, body: { opening_hours: { days: {} } } });
    expect(await placed(fresh)).toMatchObject({ ...closed, body: { reason: 'outside_opening_hours' } });
    await call('updateTenant', { as: platform, params: { id: fresh.tenant.id }, body: { subscribed: 'expired' } });
    expect(await placed(fresh)).toMatchObject({ ...closed, body: { reason: 'subscription_expired' } });
    await call('overrideAvailability', { as: fresh.key, body: { available: false } });
    expect(await placed(fresh)).toMatchObject({ ...closed, body: { reason: 'override' } });
    await call('overrideAvailability', { as: fresh.key, body: { available: true } });
    expect(await placed(fresh)).toMatchObject({ status: 201 });
  });

  test('reports an invalid order first and a shortage last', async () => {
    const fresh = await aStore();
    const sku = await aProduct(fresh, { stock: 1 });
    await call('overrideAvailability', { as: fresh.key, body: { available: false } });
    expect(await place(fresh, { lines: [{ sku: 'missing', quantity: 1 }] })).toMatchObject({ status: 400 });
    expect(await place(fresh, { lines: [{ sku, quantity: 2 }] })).toMatchObject(closed);
  });
});

const sku = await aProduct(store, { price: 7.9, stock: 10 });
const line = { sku, quantity: 1 };
const shop = { key: await aManagementKey(store.tenant.id, { scopes: ['orders:place'] }) };

test("a key with the scope orders:place places orders at the store's prices, and cannot read them", async () => {
  const body = { lines: [line], authorized: false };
  const { status, payload } = await place(shop, body, keyed('one'));
  expect([status, payload.orders.total, payload.orders.authorized]).toEqual([201, 7.9, false]);
  expect((await place(shop, body, keyed('one'))).payload.orders.number).toBe(payload.orders.number);
  const read = await call('getOrder', { as: shop.key, params: { number: payload.orders.number } });
  expect(read).toMatchObject({ status: 403, body: { required: 'orders:read' } });
});

test.each([
  ['authorized: true', { lines: [line], authorized: true }],
  ['lines[1].price', { lines: [line, { ...line, price: 0 }] }],
  ['lines[0].tax_rate', { lines: [{ ...line, tax_rate: 7 }] }],
  ['shipping.tax_rate', { lines: [line], shipping: { name: 'Post', price: 5, tax_rate: 7 } }],
])('with orders:place, %s is rejected and nothing is placed', async (field, body) => {
  const [before, headers] = [await stockOf(store, sku), keyed(`own-${encodeURIComponent(field)}`)];
  const answer = await place(shop, body);
  expect(answer).toMatchObject({ status: 403, code: 'insufficient_scope', body: { required: 'orders:write' } });
  expect(answer.body.description).toContain(field);
  expect(await stockOf(store, sku)).toEqual(before);
  // Nor does it replay such an order of another key.
  expect((await place(store, body, headers)).status).toBe(201);
  expect((await place(shop, body, headers)).status).toBe(403);
});

test('an invalid order is 400 rather than 403', async () => {
  expect((await place(shop, { lines: [], authorized: true })).status).toBe(400);
});
