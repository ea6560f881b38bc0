import { describe, expect, test } from '@jest/globals';
import { aStore, uniqueName } from '../support/actors.ts';
import { anOrder, aProduct, newProduct, read, stockOf, update } from '../support/orders.ts';
import { getProduct, putProduct, updateProduct } from '../support/products.ts';
import { auditOf } from '../support/walk.ts';

const store = await aStore();

const put = (sku: string, body: unknown) => putProduct(store, sku, body);
const get = async (sku: string, as = store) => (await getProduct(as, sku)).payload;
const tea = { name: 'Tea', price: 4.35, stock: 7 };

test('creates a product and replaces it', async () => {
  const sku = uniqueName('sku');
  const product = { sku, name: 'Tea', price: 4.35, ...newProduct, stock: { available: 7, reserved: 0 } };
  expect(await put(sku, tea)).toMatchObject({ status: 201, payload: { product } });
  expect(await get(sku)).toEqual({ product });
  const other = { name: 'Green tea', price: 5, weight: 250.125, tax_rate: 7 };
  const { status, payload } = await put(sku, { ...other, stock: 3 });
  const replaced = { ...product, ...other, stock: { available: 3, reserved: 0 } };
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
  const order = await anOrder(store);
  await put(order.lines[0]?.sku as string, { name: 'Coffee', price: 99, stock: null });
  expect(await read(store, order.number)).toEqual(order);
});

test('two stores may have products with the same SKU', async () => {
  const foreign = await aStore();
  const sku = await aProduct(foreign, { stock: 5 });
  expect(await put(sku, tea)).toMatchObject({ status: 201 });
  expect((await get(sku, foreign)).product).toMatchObject({ price: 10, stock: { available: 5 } });
});

test('a weight has at most three decimals', async () => {
  const sku = await aProduct(store);
  const errors = [{ field: 'weight' }];
  expect(await put(sku, { ...tea, weight: 0.0005 })).toMatchObject({ status: 400, body: { errors } });
  expect(await put(sku, { ...tea, weight: 0.005 })).toMatchObject({ status: 200 });
});

test('a price has at most the decimals of the currency', async () => {
  const sku = await aProduct(store);
  for (const answer of [await put(sku, { ...tea, price: 0.001 }), await updateProduct(store, sku, { price: 0.001 })]) {
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'price' }] } });
  }
  expect((await get(sku)).product).toMatchObject({ price: 10 });
});

test.each(['a', '7', 'A.b_c-D', 'x'.repeat(64), 'constructor', 'toString', '0', '00', '1e5'])(
  'accepts the SKU %s',
  async (sku) => {
    const own = await aStore();
    expect(await putProduct(own, sku, tea)).toMatchObject({ status: 201 });
    const { number } = await anOrder(own, { lines: [2, 1].map((quantity) => ({ sku, quantity })) });
    expect(await stockOf(own, sku)).toEqual([4, 3]);
    await update(own, number, { cancelled: true, restock: true });
    expect(await stockOf(own, sku)).toEqual([7, 0]);
  },
);

const create = (sku: string, body: object = tea, value = '*') => putProduct(store, sku, body, { 'If-None-Match': value });
const entriesOf = async (sku: string) => (await auditOf(store.tenant.id)).filter(({ after }) => after.sku === sku).length;

test.each([
  ['counted', { stock: 5, weight: 100 }, false],
  ['uncounted', { stock: null }, false],
  ['archived', { stock: 5 }, true],
])('If-None-Match: * changes nothing of an existing product, %s', async (_, given, archived) => {
  const sku = await aProduct(store, given);
  if (given.stock) await anOrder(store, { lines: [{ sku, quantity: 2 }] });
  await updateProduct(store, sku, { archived });
  const [before, entries] = [await get(sku), await entriesOf(sku)];
  const answer = await create(sku);
  expect(answer).toMatchObject({ status: 412, code: 'already_exists' });
  expect(answer.body.description).toMatch(archived ? /exists and is archived/ : /exists\. Nothing changed/);
  expect([await get(sku), await entriesOf(sku)]).toEqual([before, entries]);
});

test('If-None-Match: * creates a product once, even with the same values', async () => {
  const sku = uniqueName('sku');
  expect(await putProduct(store, sku, tea, { 'if-none-match': ' * ' })).toMatchObject({ status: 201 });
  expect(await create(sku)).toMatchObject({ status: 412, code: 'already_exists' });
  expect(await put(sku, tea)).toMatchObject({ status: 200 });
});

test('an invalid price is reported before the existing product', async () => {
  const sku = await aProduct(store);
  for (const price of [-1, 0.001]) {
    expect(await create(sku, { ...tea, price })).toMatchObject({ status: 400, body: { errors: [{ field: 'price' }] } });
  }
});

describe('any other value of If-None-Match', () => {
  test.each(['"1"', '', '*, *', '"*"'])('is rejected: %j', async (value) => {
    const sku = uniqueName('sku');
    expect(await create(sku, tea, value)).toMatchObject({ status: 400, body: { errors: [{ field: 'If-None-Match' }] } });
    expect(await getProduct(store, sku)).toMatchObject({ status: 404 });
  });

  test('is listed with the other errors of the request', async () => {
    const { body } = await create(uniqueName('sku'), { ...tea, name: '' }, '"1"');
    expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['If-None-Match', 'name']);
  });

  test('means nothing to operations that do not create or replace', async () => {
    const [sku, headers] = [await aProduct(store), { 'If-None-Match': '"1"' }];
    expect(await getProduct(store, sku, undefined, headers)).toMatchObject({ status: 200 });
    expect(await updateProduct(store, sku, { price: 3 }, headers)).toMatchObject({ status: 200 });
  });
});
