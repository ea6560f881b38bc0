import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, keyed, stockOf } from '../support/orders.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const change = (sku: string, body: object, headers?: Record<string, string>) =>
  call('adjustStock', { as: store.key, params: { sku }, body, ...(headers && { headers }) });

/** Five units, two of them reserved. */
async function aShelf() {
  const sku = await aProduct(store, { stock: 5 });
  await anOrder(store, { lines: [{ sku, quantity: 2 }] });
  return sku;
}

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
  const answer = await change(sku, { counted: 1 });
  expect(answer).toMatchObject({
    status: 409,
    code: 'insufficient_stock',
    body: { stock: [{ sku, requested: 2, available: 1 }] },
  });
  expect(await stockOf(store, sku)).toEqual([3, 2]);
});

test('rejects a count of a product whose stock is not tracked', async () => {
  const sku = await aProduct(store);
  expect(await change(sku, { counted: 5 })).toMatchObject({ status: 400, body: { errors: [{ field: 'counted' }] } });
});

test.each(['x'.repeat(200), '', null])('accepts the reason %j', async (reason) => {
  expect(await change(await aShelf(), { adjust: 1, reason })).toMatchObject({ status: 200 });
});

test('a repeated request takes effect once, even if the count changed nothing', async () => {
  const sku = await aShelf();
  expect((await change(sku, { counted: 5 }, keyed('same'))).headers['idempotent-replayed']).toBeUndefined();
  await change(sku, { adjust: 4 });
  const again = await change(sku, { counted: 5 }, keyed('same'));
  expect([again.headers['idempotent-replayed'], again.payload.product.stock.available]).toEqual(['true', 7]);
  expect(await change(sku, { counted: 6 }, keyed('same'))).toMatchObject({ code: 'idempotency_key_reused' });
});
