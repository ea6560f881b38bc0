import { beforeAll, describe, expect, test } from '@jest/globals';
import { aStore, type Store, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { aProduct } from '../support/orders.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const put = (sku: string, body: unknown) => call('putProduct', { as: store.key, params: { sku }, body });
const patch = (sku: string, body: unknown) => call('updateProduct', { as: store.key, params: { sku }, body });
const get = (sku: string) => call('getProduct', { as: store.key, params: { sku } });
const tea = { name: 'Tea', price: 4.35, stock: 7 };

const wrong: [string[], object][] = [
  [['name'], { name: '' }],
  [['name'], { name: 'x'.repeat(201) }],
  [['name'], { name: null }],
  [['price'], { price: -1 }],
  [['price'], { price: 0.001 }],
  [['price'], { price: 1_000_000_000_001 }],
  [['price'], { price: '1' }],
  [['weight'], { weight: -1 }],
  [['weight'], { weight: '1 kg' }],
  [['weight'], { weight: 1e-200 }],
  [['weight'], { weight: 0.0001 }],
  [['sku'], { sku: 'other' }],
  [['name', 'price', 'weight'], { name: 7, price: null, weight: [] }],
];

describe.each([
  ['replacing', put, tea],
  ['changing', patch, {}],
])('%s a product', (_, send, rest) => {
  test.each(wrong)('rejects the fields %j of %j', async (fields, body) => {
    const sku = await aProduct(store);
    const before = (await get(sku)).payload;
    const answer = await send(sku, { ...rest, ...body });
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(answer.body.errors.map(({ field }: { field: string }) => field).filter((field: string) => field !== 'body')).toEqual(
      fields,
    );
    expect((await get(sku)).payload).toEqual(before);
  });
});

test.each([-1, 1.5, 1_000_000_001, '7', undefined])('rejects a product with a stock of %j', async (stock) => {
  const sku = uniqueName('sku');
  expect(await put(sku, { ...tea, stock })).toMatchObject({ status: 400, body: { errors: [{ field: 'stock' }] } });
  expect(await get(sku)).toMatchObject({ status: 404 });
});

test('rejects an empty change, a change to the stock and a change to a missing product', async () => {
  const sku = await aProduct(store);
  expect(await patch(sku, {})).toMatchObject({ status: 400 });
  expect(await patch(sku, { stock: 7 })).toMatchObject({ status: 400 });
  expect(await patch(uniqueName('sku'), { name: 'Tea' })).toMatchObject({ status: 404 });
  expect(await patch(uniqueName('sku'), { price: 1 })).toMatchObject({ status: 404 });
});
