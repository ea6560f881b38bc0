import { describe, expect, test } from '@jest/globals';
import { aStore, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, newProduct, tally, times } from '../support/orders.ts';
import { auditOf } from '../support/walk.ts';

const store = await aStore();

const tea = { name: 'Tea', price: 4.35, stock: 7 };
const put = (sku: string, body: object, headers: Record<string, string> = { 'If-None-Match': '*' }) =>
  call('putProduct', { as: store.key, params: { sku }, body, headers });
const get = async (sku: string) => (await call('getProduct', { as: store.key, params: { sku } })).payload;
const entriesOf = async (sku: string) => (await auditOf(store.tenant.id)).filter(({ after }) => after.sku === sku).length;

test('If-None-Match: * creates a new product', async () => {
  const sku = uniqueName('sku');
  const { status, payload } = await put(sku, tea, { 'if-none-match': ' * ' });
  expect({ status, payload }).toEqual({
    status: 201,
    payload: {
      product: { sku, name: 'Tea', price: 4.35, ...newProduct, stock: { available: 7, reserved: 0 } },
    },
  });
  expect(await get(sku)).toEqual(payload);
});

test.each([
  ['counted', { stock: 5, weight: 100 }, false],
  ['uncounted', { stock: null }, false],
  ['archived', { stock: 5 }, true],
])('If-None-Match: * changes nothing of an existing product, %s', async (_, given, archived) => {
  const sku = await aProduct(store, given);
  if (given.stock) await anOrder(store, { lines: [{ sku, quantity: 2 }] });
  await call('updateProduct', { as: store.key, params: { sku }, body: { archived } });
  const [before, entries] = [await get(sku), await entriesOf(sku)];
  const answer = await put(sku, tea);
  expect(answer).toMatchObject({ status: 412, code: 'already_exists' });
  const exists = archived ? 'already exists and is archived' : 'already exists';
  expect(answer.body.description).toBe(`Product ${sku} ${exists}. Nothing changed. To replace it, leave out If-None-Match.`);
  expect([await get(sku), await entriesOf(sku)]).toEqual([before, entries]);
});

test('even the values that the product already has are not accepted again', async () => {
  const sku = uniqueName('sku');
  expect(await put(sku, tea)).toMatchObject({ status: 201 });
  expect(await put(sku, tea)).toMatchObject({ status: 412, code: 'already_exists' });
  expect(await put(sku, tea, {})).toMatchObject({ status: 200 });
});

test('an invalid price is reported before the existing product', async () => {
  const sku = await aProduct(store);
  for (const price of [-1, 0.001]) {
    const answer = await put(sku, { ...tea, price });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'price' }] } });
  }
});

describe('any other value of If-None-Match', () => {
  test.each(['"1"', '', '*, *', '"*"'])('is rejected: %j', async (value) => {
    const sku = uniqueName('sku');
    const rejected = { status: 400, body: { errors: [{ field: 'If-None-Match' }] } };
    expect(await put(sku, tea, { 'If-None-Match': value })).toMatchObject(rejected);
    expect(await call('getProduct', { as: store.key, params: { sku } })).toMatchObject({ status: 404 });
  });

  test('is listed with the other errors of the request', async () => {
    const { body } = await put(uniqueName('sku'), { ...tea, name: '' }, { 'If-None-Match': '"1"' });
    expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['If-None-Match', 'name']);
  });

  test('means nothing to operations that do not create or replace', async () => {
    const sku = await aProduct(store);
    const options = { as: store.key, params: { sku }, headers: { 'If-None-Match': '"1"' } };
    expect(await call('getProduct', options)).toMatchObject({ status: 200 });
    expect(await call('updateProduct', { ...options, body: { price: 3 } })).toMatchObject({ status: 200 });
  });
});

test('of many requests that create the same product at once, one succeeds', async () => {
  const sku = uniqueName('sku');
  const answers = await times(10, (i) => put(sku, { name: `Tea ${i}`, price: i, stock: i }));
  expect(tally(answers)).toEqual({ 201: 1, already_exists: 9 });
  const created = answers.find(({ status }) => status === 201);
  expect(await get(sku)).toEqual(created?.payload);
  expect(await entriesOf(sku)).toBe(1);
});
