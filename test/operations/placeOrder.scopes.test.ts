import { expect, test } from '@jest/globals';
import { aManagementKey, aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { aProduct, keyed, place, stockOf } from '../support/orders.ts';

const store = await aStore();
const sku = await aProduct(store, { price: 7.9, stock: 10 });
const shop = { key: await aManagementKey(store.tenant.id, { scopes: ['orders:place'] }) };

test("a key with the scope orders:place places orders at the store's prices, and cannot read them", async () => {
  const body = { lines: [{ sku, quantity: 1 }], authorized: false };
  const { status, payload } = await place(shop, body, keyed('one'));
  expect([status, payload.orders.total, payload.orders.authorized]).toEqual([201, 7.9, false]);
  expect((await place(shop, body, keyed('one'))).payload.orders.number).toBe(payload.orders.number);
  const read = await call('getOrder', { as: shop.key, params: { number: payload.orders.number } });
  expect(read).toMatchObject({ status: 403, body: { required: 'orders:read' } });
});

test.each([
  ['authorized: true', () => ({ lines: [{ sku, quantity: 1 }], authorized: true })],
  [
    'lines[1].price',
    () => ({
      lines: [
        { sku, quantity: 1 },
        { sku, quantity: 1, price: 0 },
      ],
    }),
  ],
  ['lines[0].tax_rate', () => ({ lines: [{ sku, quantity: 1, tax_rate: 7 }] })],
  ['shipping.tax_rate', () => ({ lines: [{ sku, quantity: 1 }], shipping: { name: 'Post', price: 5, tax_rate: 7 } })],
])('with orders:place, %s is rejected and nothing is placed', async (field, bodyOf) => {
  const before = await stockOf(store, sku);
  const answer = await place(shop, bodyOf());
  expect(answer).toMatchObject({ status: 403, code: 'insufficient_scope', body: { required: 'orders:write' } });
  expect(answer.body.description).toContain(field);
  expect(await stockOf(store, sku)).toEqual(before);
  // Nor does it replay such an order of another key.
  expect((await place(store, bodyOf(), keyed(`own-${encodeURIComponent(field)}`))).status).toBe(201);
  expect((await place(shop, bodyOf(), keyed(`own-${encodeURIComponent(field)}`))).status).toBe(403);
});

test('an invalid order is 400 rather than 403', async () => {
  expect((await place(shop, { lines: [], authorized: true })).status).toBe(400);
});
