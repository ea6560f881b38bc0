import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { aProduct, place } from '../support/orders.ts';

let store: Store;
let sku: string;

beforeAll(async () => {
  store = await aStore();
  sku = await aProduct(store);
});

const rejectedFields = async (given: object) => {
  const { status, code, body } = await place(store, { lines: [{ sku, quantity: 1 }], ...given });
  expect({ status, code }).toEqual({ status: 400, code: 'invalid_request' });
  return body.errors.map(({ field }: { field: string }) => field);
};

const maxTotal = 1_000_000_000_000;

test.each<[string, object]>([
  ['lines', { lines: undefined }],
  ['lines', { lines: null }],
  ['lines', { lines: [] }],
  ['lines[0]', { lines: ['tea'] }],
  ['currency', { currency: 'eur' }],
  ['currency', { currency: 'XXX' }],
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
])('rejects %s in %j', async (field, given) => {
  expect(await rejectedFields(given)).toEqual([field]);
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
  ['price', { price: maxTotal + 1 }],
  ['price', { price: '1' }],
  ['price', { price: null }],
  ['name', { name: ' ' }],
  ['name', { name: 'x'.repeat(201) }],
  ['total', { total: 10 }],
])('rejects the %s of a line with %j', async (field, given) => {
  expect(
    await rejectedFields({
      lines: [
        { sku, quantity: 1 },
        { sku, quantity: 1, ...given },
      ],
    }),
  ).toEqual([`lines[1].${field}`]);
});

test.each(['1e400', '1234567890123456', '0.1234567890123456789', '-0'])('rejects a price of %s', async (price) => {
  const { status, body } = await place(store, `{"lines":[{"sku":"${sku}","quantity":1,"price":${price}}]}`);
  expect({ status, fields: body.errors.map(({ field }: { field: string }) => field) }).toEqual({
    status: 400,
    fields: ['lines[0].price'],
  });
});

test('reports all errors at once', async () => {
  expect(await rejectedFields({ lines: [{ sku: 'a b', quantity: 0 }], currency: 'x', typo: 1, note: ' ' })).toEqual(
    expect.arrayContaining(['lines[0].sku', 'lines[0].quantity', 'currency', 'typo', 'note']),
  );
  const lines = [
    { sku: 'missing', quantity: 1 },
    { sku, quantity: 1, price: 0.001 },
    { sku, quantity: 1 },
    { sku: 'gone', quantity: 1 },
  ];
  expect(await rejectedFields({ lines, shipping: { name: 'Post', price: 1.234 } })).toEqual([
    'lines[0].sku',
    'lines[1].price',
    'lines[3].sku',
    'shipping.price',
  ]);
});

test('rejects ninety-one lines', async () => {
  expect(await rejectedFields({ lines: Array(91).fill({ sku, quantity: 1 }) })).toEqual(['lines']);
});

test.each([
  [{ quantity: 1, price: maxTotal }, 201],
  [{ quantity: 1_000_000, price: 1_000_000 }, 201],
  [{ quantity: 1_000_000, price: 1_000_000.01 }, 400],
  [{ quantity: 2, price: maxTotal }, 400],
])('an order of %j gets %i', async (line, status) => {
  expect(await place(store, { lines: [{ sku, ...line }] })).toMatchObject({ status });
});

test('rejects a total one cent above the limit', async () => {
  expect(
    await rejectedFields({ lines: [{ sku, quantity: 1, price: maxTotal }], shipping: { name: 'Post', price: 0.01 } }),
  ).toEqual(['lines']);
});

test("rejects another tenant's product", async () => {
  const foreign = await aProduct(await aStore());
  expect(await rejectedFields({ lines: [{ sku: foreign, quantity: 1 }] })).toEqual(['lines[0].sku']);
});
