import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, keyed, newProduct, stockOf } from '../support/orders.ts';

const store = await aStore();

const change = (sku: string, body: object, headers = {}) =>
  call('adjustStock', { as: store.key, params: { sku }, body, headers });
const adjust = (sku: string, by: number) => change(sku, { adjust: by });

test.each([
  [5, -5, 0],
  [0, 1_000_000_000, 1_000_000_000],
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
    body: {
      description: `You tried to remove 2 of ${sku}, but only 1 can be removed. Remove at most 1. To remove units that orders have reserved, cancel these orders with \`restock\` first.`,
      stock: [{ sku, requested: 2, available: 1 }],
    },
  });
  expect(await stockOf(store, sku)).toEqual([1, 4]);
  expect((await adjust(sku, -1)).payload.product.stock).toEqual({ available: 0, reserved: 4 });
});

test.each(['adjust', 'counted'])('rejects `%s` of a product whose stock is not tracked', async (field) => {
  const sku = await aProduct(store);
  expect(await change(sku, { [field]: 5 })).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  expect(await stockOf(store, sku)).toBeNull();
});

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

test.each(['x'.repeat(200), '', null])('accepts the reason %j', async (reason) => {
  expect(await change(await aShelf(), { adjust: 1, reason })).toMatchObject({ status: 200 });
});

test('a repeated request takes effect once, even if the count changed nothing', async () => {
  const sku = await aShelf();
  expect((await change(sku, { counted: 5 }, keyed('same'))).headers['idempotent-replayed']).toBeUndefined();
  await change(sku, { adjust: 4 });
  const again = await change(sku, { counted: 5 }, keyed('same'));
  expect([again.headers['idempotent-replayed'], again.payload.product.stock.available]).toEqual(['true', 7]);
});
