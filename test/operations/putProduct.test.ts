import { describe, expect, test } from '@jest/globals';
import { aStore, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, newProduct, stockOf } from '../support/orders.ts';
import { auditOf } from '../support/walk.ts';

const store = await aStore();

const put = (sku: string, body: unknown) => call('putProduct', { as: store.key, params: { sku }, body });
const patch = (sku: string, body: unknown) => call('updateProduct', { as: store.key, params: { sku }, body });
const get = (sku: string, as = store.key) => call('getProduct', { as, params: { sku } });
const tea = { name: 'Tea', price: 4.35, stock: 7 };

test('creates a product and replaces it', async () => {
  const sku = uniqueName('sku');
  const product = { sku, name: 'Tea', price: 4.35, ...newProduct, stock: { available: 7, reserved: 0 } };
  expect(await put(sku, tea)).toMatchObject({ status: 201, payload: { product } });
  expect((await get(sku)).payload).toEqual({ product });
  const other = { name: 'Green tea', price: 5, stock: 3, weight: 250.5 };
  const replaced = { ...other, tax_rate: null, low_stock: null, sku, archived: false, stock: { available: 3, reserved: 0 } };
  const { status, payload } = await put(sku, other);
  expect({ status, payload }).toEqual({ status: 200, payload: { product: replaced } });
  expect((await put(sku, tea)).payload).toEqual({ product });
});

test('replacing a product keeps its threshold of low stock, unless it is sent', async () => {
  const sku = await aProduct(store, { low_stock: 9 });
  const thresholds = [];
  for (const given of [{}, { low_stock: null }, { low_stock: 0 }, {}]) {
    thresholds.push((await put(sku, { ...tea, ...given })).payload.product.low_stock);
  }
  expect(thresholds).toEqual([9, null, 0, 0]);
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

const create = (sku: string, body: object, headers: Record<string, string> = { 'If-None-Match': '*' }) =>
  call('putProduct', { as: store.key, params: { sku }, body, headers });
const read = async (sku: string) => (await get(sku)).payload;
const entriesOf = async (sku: string) => (await auditOf(store.tenant.id)).filter(({ after }) => after.sku === sku).length;

test.each([
  ['counted', { stock: 5, weight: 100 }, false],
  ['uncounted', { stock: null }, false],
  ['archived', { stock: 5 }, true],
])('If-None-Match: * changes nothing of an existing product, %s', async (_, given, archived) => {
  const sku = await aProduct(store, given);
  if (given.stock) await anOrder(store, { lines: [{ sku, quantity: 2 }] });
  await call('updateProduct', { as: store.key, params: { sku }, body: { archived } });
  const [before, entries] = [await read(sku), await entriesOf(sku)];
  const answer = await create(sku, tea);
  expect(answer).toMatchObject({ status: 412, code: 'already_exists' });
  expect(answer.body.description).toMatch(archived ? /exists and is archived/ : /exists\. Nothing changed/);
  expect([await read(sku), await entriesOf(sku)]).toEqual([before, entries]);
});

test('If-None-Match: * creates a product once, even with the same values', async () => {
  const sku = uniqueName('sku');
  expect(await create(sku, tea, { 'if-none-match': ' * ' })).toMatchObject({ status: 201 });
  expect(await create(sku, tea)).toMatchObject({ status: 412, code: 'already_exists' });
  expect(await create(sku, tea, {})).toMatchObject({ status: 200 });
});

test('an invalid price is reported before the existing product', async () => {
  const sku = await aProduct(store);
  for (const price of [-1, 0.001]) {
    const answer = await create(sku, { ...tea, price });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'price' }] } });
  }
});

describe('any other value of If-None-Match', () => {
  test.each(['"1"', '', '*, *', '"*"'])('is rejected: %j', async (value) => {
    const sku = uniqueName('sku');
    const rejected = { status: 400, body: { errors: [{ field: 'If-None-Match' }] } };
    expect(await create(sku, tea, { 'If-None-Match': value })).toMatchObject(rejected);
    expect(await call('getProduct', { as: store.key, params: { sku } })).toMatchObject({ status: 404 });
  });

  test('is listed with the other errors of the request', async () => {
    const { body } = await create(uniqueName('sku'), { ...tea, name: '' }, { 'If-None-Match': '"1"' });
    expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['If-None-Match', 'name']);
  });

  test('means nothing to operations that do not create or replace', async () => {
    const sku = await aProduct(store);
    const options = { as: store.key, params: { sku }, headers: { 'If-None-Match': '"1"' } };
    expect(await call('getProduct', options)).toMatchObject({ status: 200 });
    expect(await call('updateProduct', { ...options, body: { price: 3 } })).toMatchObject({ status: 200 });
  });
});
