import { expect, test } from '@jest/globals';
import { aStore, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, stockOf } from '../support/orders.ts';

const store = await aStore();

const put = (sku: string, body: unknown) => call('putProduct', { as: store.key, params: { sku }, body });
const patch = (sku: string, body: unknown) => call('updateProduct', { as: store.key, params: { sku }, body });
const get = (sku: string, as = store.key) => call('getProduct', { as, params: { sku } });
const tea = { name: 'Tea', price: 4.35, stock: 7 };

test('creates a product and replaces it', async () => {
  const sku = uniqueName('sku');
  const product = {
    sku,
    name: 'Tea',
    price: 4.35,
    weight: null,
    tax_rate: null,
    archived: false,
    stock: { available: 7, reserved: 0 },
  };
  expect(await put(sku, tea)).toMatchObject({ status: 201, payload: { product } });
  expect((await get(sku)).payload).toEqual({ product });
  const other = { name: 'Green tea', price: 5, stock: 3, weight: 250.5 };
  const replaced = { ...other, tax_rate: null, sku, archived: false, stock: { available: 3, reserved: 0 } };
  const { status, payload } = await put(sku, other);
  expect({ status, payload }).toEqual({ status: 200, payload: { product: replaced } });
  expect((await put(sku, tea)).payload).toEqual({ product });
});

test('replacing a product keeps its reserved units', async () => {
  const sku = await aProduct(store, { stock: 10 });
  await anOrder(store, { lines: [{ sku, quantity: 4 }] });
  expect((await put(sku, tea)).payload.product.stock).toEqual({ available: 7, reserved: 4 });
  expect((await put(sku, { ...tea, stock: null })).payload.product.stock).toBeNull();
  expect((await put(sku, { ...tea, stock: 0 })).payload.product.stock).toEqual({ available: 0, reserved: 4 });
});

test('an order keeps the name and the price it was placed with', async () => {
  const sku = await aProduct(store, { name: 'Tea', price: 10 });
  const order = await anOrder(store, { lines: [{ sku, quantity: 1 }] });
  await put(sku, { name: 'Coffee', price: 99, stock: null });
  const { payload } = await call('getOrder', { as: store.key, params: { number: order.number } });
  expect(payload.orders).toEqual(order);
});

test.each([
  { name: 'Coffee' },
  { price: 0 },
  { price: 0.01 },
  { weight: 250 },
  { weight: null },
  { name: 'C', price: 1, weight: 0.5 },
])('changes only %j', async (body) => {
  const sku = uniqueName('sku');
  const { product } = (await put(sku, { ...tea, weight: 100 })).payload;
  for (let i = 0; i < 2; i++) {
    const { status, payload } = await patch(sku, body);
    expect({ status, payload }).toEqual({ status: 200, payload: { product: { ...product, ...body } } });
  }
  expect((await get(sku)).payload.product).toEqual({ ...product, ...body });
});

test('two stores may have products with the same SKU', async () => {
  const foreign = await aStore();
  const sku = await aProduct(foreign, { stock: 5 });
  expect(await put(sku, tea)).toMatchObject({ status: 201 });
  expect((await get(sku, foreign.key)).payload.product).toMatchObject({ price: 10, stock: { available: 5 } });
});

test('a price has at most the decimals of the currency', async () => {
  const sku = await aProduct(store);
  for (const send of [put, patch]) {
    const answer = await send(sku, { ...(send === put && tea), price: 0.001 });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'price' }] } });
  }
  expect((await get(sku)).payload.product).toMatchObject({ price: 10 });
});

test.each(['a', '7', 'A.b_c-D', 'x'.repeat(64), 'constructor', 'toString', '0', '00', '1e5'])(
  'accepts the SKU %s',
  async (sku) => {
    const own = await aStore();
    expect(await call('putProduct', { as: own.key, params: { sku }, body: tea })).toMatchObject({ status: 201 });
    const order = await anOrder(own, {
      lines: [
        { sku, quantity: 2 },
        { sku, quantity: 1 },
      ],
    });
    expect(await stockOf(own, sku)).toEqual([4, 3]);
    await call('updateOrder', { as: own.key, params: { number: order.number }, body: { cancelled: true, restock: true } });
    expect(await stockOf(own, sku)).toEqual([7, 0]);
  },
);
