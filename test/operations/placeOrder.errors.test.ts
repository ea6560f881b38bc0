import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { aProduct, place } from '../support/orders.ts';

let store: Store;
let sku: string;

beforeAll(async () => {
  store = await aStore();
  sku = await aProduct(store);
});

const rejectedFields = async (given: object | string) => {
  const body = typeof given === 'string' ? given : { lines: [{ sku, quantity: 1 }], ...given };
  const answer = await place(store, body);
  expect(answer).toMatchObject({ status: 400, code: 'invalid_request' });
  return answer.body.errors.map(({ field }: { field: string }) => field);
};

const maxTotal = 1_000_000_000_000;

test('reports all errors in the fields at once', async () => {
  expect(await rejectedFields({ lines: [{ sku: 'a b', quantity: 0 }], currency: 'x', typo: 1, note: ' ' })).toEqual(
    expect.arrayContaining(['lines[0].sku', 'lines[0].quantity', 'currency', 'typo', 'note']),
  );
});

test('reports all unknown products and all prices with too many decimals at once', async () => {
  const foreign = await aProduct(await aStore());
  const lines = [
    { sku: foreign, quantity: 1 },
    { sku, quantity: 1, price: 0.001 },
    { sku, quantity: 1 },
    { sku: 'constructor', quantity: 1 },
  ];
  const fields = ['lines[0].sku', 'lines[1].price', 'lines[3].sku', 'shipping.price'];
  expect(await rejectedFields({ lines, shipping: { name: 'Post', price: 1.234 } })).toEqual(fields);
});

test.each(['1e400', '1234567890123456', '0.1234567890123456789', '-0'])('rejects a price of %s', async (price) => {
  const body = `{"lines":[{"sku":"${sku}","quantity":1,"price":${price}}]}`;
  expect(await rejectedFields(body)).toEqual(['lines[0].price']);
});

test.each([
  [{ quantity: 1_000_000, price: 1_000_000 }, 201],
  [{ quantity: 1_000_000, price: 1_000_000.01 }, 400],
])('an order of %j gets %i', async (line, status) => {
  expect(await place(store, { lines: [{ sku, ...line }] })).toMatchObject({ status });
});

test('rejects a total one cent above the limit', async () => {
  const lines = [{ sku, quantity: 1, price: maxTotal }];
  expect(await rejectedFields({ lines, shipping: { name: 'Post', price: 0.01 } })).toEqual(['lines']);
});
