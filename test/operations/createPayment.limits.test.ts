import { beforeAll, describe, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { anOrder, aProduct, pay, read, update } from '../support/orders.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const full = { status: 409, code: 'order_full' };
const refund = (number: string, given = {}) => pay(store, number, { method: 'refund', total: -1, ...given });

async function aBigOrder() {
  return (await anOrder(store, { lines: [{ sku: await aProduct(store), quantity: 20 }] })).number;
}

/** Data whose JSON has this many bytes. */
const data = (bytes: number, filling = 'x') => ({ a: filling.repeat((bytes - 8) / Buffer.byteLength(filling)) });

describe('transaction_data', () => {
  test.each(['x', 'é', '😀'])('may have 8 KB of %s, but not a byte more', async (filling) => {
    const number = await aBigOrder();
    expect(await pay(store, number, { total: 1, transaction_data: data(8192, filling) })).toMatchObject({ status: 201 });
    const answer = await pay(store, number, { total: 1, transaction_data: { a: `${data(8192, filling).a}x` } });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'transaction_data', message: 'must be at most 8 KB' }] },
    });
    expect(await read(store, number)).toMatchObject({ version: 2 });
  });

  test('is measured without its whitespace', async () => {
    const number = await aBigOrder();
    const body = `{"total":1,"transaction_data":{ ${' '.repeat(10_000)} "a" : "${'x'.repeat(8184)}" } }`;
    expect(await pay(store, number, body)).toMatchObject({ status: 201 });
  });

  test('may have 128 KB per order; after that, only payments and refunds without data are accepted', async () => {
    const number = await aBigOrder();
    for (let i = 0; i < 16; i++)
      expect(await pay(store, number, { total: 1, transaction_data: data(8192) })).toMatchObject({ status: 201 });
    const before = await read(store, number);
    expect(await pay(store, number, { total: 1, transaction_data: { a: 1 } })).toMatchObject(full);
    expect(await refund(number, { transaction_data: { a: 1 } })).toMatchObject(full);
    expect(await read(store, number)).toEqual(before);
    expect(await pay(store, number, { total: 1 })).toMatchObject({ status: 201 });
    expect(await refund(number, { total: -17 })).toMatchObject({ status: 201 });
    expect(await update(store, number, { cancelled: true })).toMatchObject({ status: 200 });
  });
});

test('an order accepts 90 payments, and refunds up to 100 entries', async () => {
  const { number } = await anOrder(store);
  for (let i = 0; i < 90; i++) expect(await pay(store, number, { total: 0.01 })).toMatchObject({ status: 201 });
  expect(await pay(store, number, { total: 0.01 })).toMatchObject(full);
  expect(await pay(store, number)).toMatchObject(full);
  for (let i = 0; i < 10; i++) expect(await refund(number, { total: -0.01 })).toMatchObject({ status: 201 });
  expect(await refund(number, { total: -0.01 })).toMatchObject(full);
  expect(await pay(store, number, { total: 100 })).toMatchObject({ code: 'payment_exceeds_balance' });
  expect(await refund(number, { total: -100 })).toMatchObject({ code: 'refund_exceeds_paid' });
  expect(await read(store, number)).toMatchObject({ paid: 0.9, refunded: 0.1, balance: 9.2, version: 101 });
});

describe('an amount', () => {
  test.each(['10', '1e1', '1.0E1', '10.00', '10.0000000000000000000'])('may be written as %s', async (text) => {
    const { number } = await anOrder(store);
    expect((await pay(store, number, `{"total":${text}}`)).payload.payment).toMatchObject({ total: 10, balance_after: 0 });
  });

  test.each([
    '0',
    '-0',
    '0.001',
    '1.005',
    '1e-3',
    '1e400',
    '1000000000000.01',
    '1234567890.1234567',
    '"1"',
    'null',
    '[1]',
    'true',
    'NaN',
  ])('cannot be %s', async (text) => {
    const order = await anOrder(store);
    expect(await pay(store, order.number, `{"total":${text}}`)).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(await read(store, order.number)).toEqual(order);
  });

  test.each([
    ['JPY', 150, 149, 0.5],
    ['KWD', 1.005, 1.004, 0.0005],
    ['USD', 1.01, 1, 0.005],
  ])('in %s has the decimals of that currency', async (currency, price, part, tooPrecise) => {
    const { number } = await anOrder(store, { currency, lines: [{ sku: await aProduct(store), quantity: 1, price }] });
    const answer = await pay(store, number, { total: tooPrecise }, { 'If-Match': '"7"' });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'total', message: expect.stringContaining(currency) }] },
    });
    expect(await pay(store, number, { total: part })).toMatchObject({ status: 201 });
    expect(await pay(store, number)).toMatchObject({ status: 201, payload: { payment: { balance_after: 0 } } });
  });

  test('of 1,000,000,000,000 is exact to the cent', async () => {
    const { number } = await anOrder(store, { lines: [{ sku: await aProduct(store), quantity: 1, price: 1_000_000_000_000 }] });
    expect((await pay(store, number, { total: 0.01 })).payload.payment.balance_after).toBe(999_999_999_999.99);
    expect((await pay(store, number)).payload.payment.total).toBe(999_999_999_999.99);
    expect((await refund(number, { total: -1_000_000_000_000 })).payload.payment.balance_after).toBe(1_000_000_000_000);
  });
});
