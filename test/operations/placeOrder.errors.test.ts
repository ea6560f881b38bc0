import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { aProduct, place } from '../support/orders.ts';

let store: Store;
let sku: string;

beforeAll(async () => {
  store = await aStore();
  sku = await aProduct(store);
});

const wrong = async (given: object) => {
  const { status, code, body } = await place(store, { lines: [{ sku, quantity: 1 }], ...given });
  expect({ status, code }).toEqual({ status: 400, code: 'invalid_request' });
  return body.errors.map(({ field }: { field: string }) => field);
};

const most = 1_000_000_000_000;

test.each<[string, object]>([
  ['lines', { lines: undefined }],
  ['lines', { lines: null }],
  ['lines', { lines: [] }],
  ['lines[0]', { lines: ['tea'] }],
  ['currency', { currency: 'eur' }],
  ['currency', { currency: 'XXX' }],
  ['currency', { currency: null }],
  ['customer', { customer: 'Zoë' }],
  ['customer.email', { customer: { email: 'zoe' } }],
  ['customer.phone', { customer: { phone: '0151' } }],
  ['customer.last_name', { customer: { last_name: 'x'.repeat(201) } }],
  ['customer.age', { customer: { age: 7 } }],
  ['shipping_address.country', { shipping_address: { country: 'XX' } }],
  ['shipping_address.street', { shipping_address: { street: 'Straße 1' } }],
  ['shipping.price', { shipping: { name: 'Post' } }],
  ['shipping.price', { shipping: { name: 'Post', price: -1 } }],
  ['shipping.price', { shipping: { name: 'Post', price: 0.001 } }],
  ['note', { note: 'x'.repeat(2001) }],
  ['note', { note: ' ' }],
  ['note', { note: 'bell \u0007' }],
  ['authorized', { authorized: 'yes' }],
  ['authorized', { authorized: null }],
  ['cancelled', { cancelled: true }],
  ['number', { number: '1001' }],
])('%s cannot be as in %j', async (field, given) => {
  expect(await wrong(given)).toEqual([field]);
});

test.each<[string, object]>([
  ['sku', { sku: undefined }],
  ['sku', { sku: 'no-such-product' }],
  ['sku', { sku: 'a b' }],
  ['sku', { sku: '__proto__' }],
  ['sku', { sku: 'constructor' }],
  ['quantity', { quantity: undefined }],
  ['quantity', { quantity: 0 }],
  ['quantity', { quantity: -1 }],
  ['quantity', { quantity: 1.5 }],
  ['quantity', { quantity: 1_000_001 }],
  ['quantity', { quantity: '1' }],
  ['price', { price: -0.01 }],
  ['price', { price: 0.001 }],
  ['price', { price: most + 1 }],
  ['price', { price: '1' }],
  ['price', { price: null }],
  ['name', { name: '' }],
  ['name', { name: 'x'.repeat(201) }],
  ['total', { total: 10 }],
])('a line refuses the %s of %j', async (field, given) => {
  expect(
    await wrong({
      lines: [
        { sku, quantity: 1 },
        { sku, quantity: 1, ...given },
      ],
    }),
  ).toEqual([`lines[1].${field}`]);
});

test.each(['1e400', '1234567890123456', '0.1234567890123456789', '-0'])('a price of %s is refused', async (price) => {
  const { status, body } = await place(store, `{"lines":[{"sku":"${sku}","quantity":1,"price":${price}}]}`);
  expect({ status, fields: body.errors.map(({ field }: { field: string }) => field) }).toEqual({
    status: 400,
    fields: ['lines[0].price'],
  });
});

test('every fault is named at once', async () => {
  expect(await wrong({ lines: [{ sku: 'a b', quantity: 0 }], currency: 'x', typo: 1, note: ' ' })).toEqual(
    expect.arrayContaining(['lines[0].sku', 'lines[0].quantity', 'currency', 'typo', 'note']),
  );
  const lines = [
    { sku: 'missing', quantity: 1 },
    { sku, quantity: 1, price: 0.001 },
    { sku, quantity: 1 },
    { sku: 'gone', quantity: 1 },
  ];
  expect(await wrong({ lines, shipping: { name: 'Post', price: 1.234 } })).toEqual([
    'lines[0].sku',
    'lines[1].price',
    'lines[3].sku',
    'shipping.price',
  ]);
});

test('ninety-one lines are too many', async () => {
  expect(await wrong({ lines: Array(91).fill({ sku, quantity: 1 }) })).toEqual(['lines']);
});

test.each([
  [{ quantity: 1, price: most }, 201],
  [{ quantity: 1_000_000, price: 1_000_000 }, 201],
  [{ quantity: 1_000_000, price: 1_000_000.01 }, 400],
  [{ quantity: 2, price: most }, 400],
])('an order of %j is answered %i', async (line, status) => {
  expect(await place(store, { lines: [{ sku, ...line }] })).toMatchObject({ status });
});

test('a total one cent above the most is refused', async () => {
  expect(await wrong({ lines: [{ sku, quantity: 1, price: most }], shipping: { name: 'Post', price: 0.01 } })).toEqual([
    'lines',
  ]);
});

test("another tenant's product is none of this one's", async () => {
  const foreign = await aProduct(await aStore());
  expect(await wrong({ lines: [{ sku: foreign, quantity: 1 }] })).toEqual(['lines[0].sku']);
});
