import { expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import { upsert } from '../../../lib/db/write.ts';
import { aStore } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { aProduct, read } from '../../support/orders.ts';

test('a counter that is behind the orders, as after a restore, takes no number twice and loses no order', async () => {
  const store = await aStore();
  const sku = await aProduct(store, { stock: 10 });
  const place = (reference: string, headers = {}) =>
    call('placeOrder', { as: store.key, headers, body: { reference, lines: [{ sku, quantity: 1 }] } });
  const [first, second] = [(await place('A-1')).payload.orders, (await place('A-2')).payload.orders];
  await upsert(store.tenant.id as TenantId, 'COUNTER', { drawn: 1 });
  const headers = { 'Idempotency-Key': 'again' };
  const [placed, repeated] = [await place('A-3', headers), await place('A-3', headers)];
  expect([placed.status, repeated.payload]).toEqual([201, placed.payload]);
  expect(Number(placed.payload.orders.number)).toBe(Number(second.number) + 1);
  for (const order of [first, second, placed.payload.orders]) {
    expect(await read(store, order.number)).toMatchObject({ reference: order.reference, version: 1 });
  }
  const product = await call('getProduct', { as: store.key, params: { sku } });
  expect(product.payload.product).toMatchObject({ stock: { available: 7, reserved: 3 } });
});
