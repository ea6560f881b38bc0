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

/** As much data as one payment may have. */
const data = { a: 'x'.repeat(8184) };

describe('transaction_data', () => {
  test('is measured without its whitespace', async () => {
    const number = await aBigOrder();
    const body = `{"total":1,"transaction_data":{ ${' '.repeat(10_000)} "a" : "${'x'.repeat(8184)}" } }`;
    expect(await pay(store, number, body)).toMatchObject({ status: 201 });
  });

  test('may have 128 KB per order; after that, only payments and refunds without data are accepted', async () => {
    const number = await aBigOrder();
    for (let i = 0; i < 16; i++)
      expect(await pay(store, number, { total: 1, transaction_data: data })).toMatchObject({ status: 201 });
    const before = await read(store, number);
    expect(await pay(store, number, { total: 1, transaction_data: { a: 1 } })).toMatchObject(full);
    expect(await refund(number, { transaction_data: { a: 1 } })).toMatchObject(full);
    expect(await read(store, number)).toEqual(before);
    expect(await pay(store, number, { total: 1 })).toMatchObject({ status: 201 });
    expect(await refund(number, { total: -17 })).toMatchObject({ status: 201 });
    expect(await update(store, number, { cancelled: true })).toMatchObject({ status: 200 });
  });
});

describe('an amount', () => {
  test.each(['10', '1e1', '1.0E1', '10.00', '10.0000000000000000000'])('may be written as %s', async (text) => {
    const { number } = await anOrder(store);
    expect((await pay(store, number, `{"total":${text}}`)).payload.payment).toMatchObject({ total: 10, balance_after: 0 });
  });

  test.each(['-0', '0.001', '1.005', '1e400', '1000000000000.01', '1234567890.1234567'])('cannot be %s', async (text) => {
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

test('a payment may be dated at most a day ahead', async () => {
  const { number } = await anOrder(store);
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  expect(await pay(store, number, { total: 1, created: inHours(23) })).toMatchObject({ status: 201 });
  const rejected = { status: 400, body: { errors: [{ field: 'created' }] } };
  expect(await pay(store, number, { total: 1, created: inHours(25) })).toMatchObject(rejected);
});
