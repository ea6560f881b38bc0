import { describe, expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { anOrder, aProduct, keyed, pay, read } from '../support/orders.ts';

const store = await aStore();

const plain = { credit: false, lines: null, payment: null, reason: null };

test.each([undefined, {}])('an empty payment settles the order with cash on delivery: %j', async (body) => {
  const order = await anOrder(store);
  const { status, payload } = await pay(store, order.number, body);
  expect(status).toBe(201);
  const { payment } = payload;
  expect(payment).toEqual({
    id: expect.stringMatching(/^pay_[0-9a-z]{26}$/),
    total: 10,
    method: 'cash_on_delivery',
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    transaction_data: {},
    balance_after: 0,
    recorded: payment.created,
    ...plain,
  });
  const after = await read(store, order.number);
  expect(after).toEqual({ ...order, paid: 10, balance: 0, payments: [payment], version: 2, updated: after.updated });
});

test('a payment keeps all fields that it was given', async () => {
  const { number } = await anOrder(store);
  const body = { total: 4.5, method: 'bank_transfer_2', transaction_data: { iban: 'DE02', tries: [1, 2] } };
  const { payload } = await pay(store, number, { ...body, created: '2020-02-29T23:30:00-01:00' });
  const { id, recorded } = payload.payment;
  const created = '2020-03-01T00:30:00.000Z';
  expect(payload.payment).toEqual({ ...body, ...plain, id, created, recorded, balance_after: 5.5 });
  expect(recorded > created).toBe(true);
});

test('a repeat of a payment without a total pays nothing more, even if money is due again', async () => {
  const { number } = await anOrder(store);
  const first = await pay(store, number, undefined, keyed('one'));
  await pay(store, number, { method: 'refund', total: -4 });
  expect((await pay(store, number, {}, keyed('one'))).text).toBe(first.text);
  expect(await read(store, number)).toMatchObject({ balance: 4 });
});

const refund = (number: string, body: object) => pay(store, number, { method: 'refund', ...body });

test('a refund returns part of what was paid, and that part is due again', async () => {
  const { number } = await anOrder(store);
  await pay(store, number);
  const body = { total: -2.5, created: '2020-01-01T00:00:00.000Z', transaction_data: { reason: 'broken' } };
  const { status, payload } = await refund(number, body);
  expect([status, payload.payment]).toMatchObject([201, { ...body, method: 'refund', credit: false, balance_after: 2.5 }]);
  expect(await read(store, number)).toMatchObject({ total: 10, credited: 0, paid: 10, refunded: 2.5, balance: 2.5 });
  expect((await pay(store, number)).payload.payment).toMatchObject({ total: 2.5, balance_after: 0 });
});

const skus = [await aProduct(store), await aProduct(store, { price: 2.5 }), await aProduct(store, { price: 0 })];
const units = (...lines: [line: number, quantity: number][]) => lines.map(([line, quantity]) => ({ line, quantity }));

test.each([
  [{ lines: units([0, 1]) }, 10],
  [{ lines: units([1, 3]), credit: true }, 7.5],
  [{ lines: units([1, 1], [0, 1], [1, 1]) }, 15],
  [{ lines: units([0, 2]), total: -18 }, 18],
  [{ lines: units([2, 1]), total: -1 }, 1],
  [{ credit: true, total: -5 }, 5],
])('the refund %j of a paid order credits, and leaves the balance as it was', async (body, amount) => {
  const lines = skus.map((sku, i) => ({ sku, quantity: [2, 4, 1][i] }));
  const { number } = await anOrder(store, { lines, shipping: { name: 'Post', price: 5 } });
  await pay(store, number);
  const { status, payload } = await refund(number, { ...body, reason: 'damaged' });
  expect(status).toBe(201);
  expect(payload.payment).toMatchObject({ total: -amount, credit: true, reason: 'damaged', balance_after: 0 });
  expect(await read(store, number)).toMatchObject({ credited: amount, paid: 35, refunded: amount, balance: 0 });
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

  test('of a refund must be negative', async () => {
    const { number } = await anOrder(store);
    const errors = [{ field: 'method', message: 'a refund needs a negative total; you sent 0.5' }];
    expect(await pay(store, number, { method: 'refund', total: 0.5 })).toMatchObject({ status: 400, body: { errors } });
  });

  test('of 1,000,000,000,000 is exact to the cent', async () => {
    const { number } = await anOrder(store, { lines: [{ sku: await aProduct(store), quantity: 1, price: 1_000_000_000_000 }] });
    expect((await pay(store, number, { total: 0.01 })).payload.payment.balance_after).toBe(999_999_999_999.99);
    expect((await pay(store, number)).payload.payment.total).toBe(999_999_999_999.99);
    expect((await pay(store, number, { method: 'refund', total: -1_000_000_000_000 })).payload.payment.balance_after).toBe(
      1_000_000_000_000,
    );
  });
});
