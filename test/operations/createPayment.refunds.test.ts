import { describe, expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, pay, read, tally, times, update } from '../support/orders.ts';

const store = await aStore();
const skus = [await aProduct(store), await aProduct(store, { price: 2.5 }), await aProduct(store, { price: 0 })];

/** An order of 2 x 10, 4 x 2.50 and 1 x 0, shipped for 5: 35 in all, which is paid. */
async function aPaidOrder(): Promise<Order> {
  const lines = skus.map((sku, i) => ({ sku, quantity: [2, 4, 1][i] }));
  const { number } = await anOrder(store, { lines, shipping: { name: 'Post', price: 5 } });
  await pay(store, number);
  return read(store, number);
}

/** An order of 20 with a payment for each of these totals. */
async function anOrderPaid(...totals: number[]) {
  const { number } = await anOrder(store, { lines: [{ sku: skus[0], quantity: 2 }] });
  const payments: string[] = [];
  for (const total of totals) payments.push((await pay(store, number, { total })).payload.payment.id);
  return { number, payments };
}

const units = (...lines: [line: number, quantity: number][]) => lines.map(([line, quantity]) => ({ line, quantity }));
const refund = (number: string, body: object) => pay(store, number, { method: 'refund', ...body });
const credit = (number: string, body: object) => call('createCredit', { as: store.key, params: { number }, body });
const sums = async (number: string) => {
  const { total, credited, paid, refunded, balance } = await read(store, number);
  return { total, credited, paid, refunded, balance };
};
const exceeds = (what: string, max: number) => ({ status: 409, code: `refund_exceeds_${what}`, body: { max } });

test('a refund returns part of what was paid, and that part is due again', async () => {
  const { number } = await anOrderPaid(20);
  const body = { total: -2.5, created: '2020-01-01T00:00:00.000Z', transaction_data: { reason: 'broken' } };
  const { status, payload } = await refund(number, body);
  expect([status, payload.payment]).toMatchObject([201, { ...body, method: 'refund', credit: false, balance_after: 2.5 }]);
  expect(await sums(number)).toEqual({ total: 20, credited: 0, paid: 20, refunded: 2.5, balance: 2.5 });
  expect((await pay(store, number)).payload.payment).toMatchObject({ total: 2.5, balance_after: 0 });
});

describe('a refund that credits', () => {
  test.each([
    [{ lines: units([0, 1]) }, 10],
    [{ lines: units([1, 3]), credit: true }, 7.5],
    [{ lines: units([1, 1], [0, 1], [1, 1]) }, 15],
    [{ lines: units([0, 2]), total: -18 }, 18],
    [{ lines: units([2, 1]), total: -1 }, 1],
    [{ credit: true, total: -5 }, 5],
  ])('%j leaves the balance as it was', async (body, amount) => {
    const { number } = await aPaidOrder();
    const { status, payload } = await refund(number, { ...body, reason: 'damaged' });
    expect(status).toBe(201);
    expect(payload.payment).toMatchObject({ total: -amount, credit: true, reason: 'damaged', balance_after: 0 });
    expect(await sums(number)).toEqual({ total: 35, credited: amount, paid: 35, refunded: amount, balance: 0 });
  });

  test('names each line once', async () => {
    const { number } = await aPaidOrder();
    const { payment } = (await refund(number, { lines: units([1, 1], [0, 1], [1, 1]) })).payload;
    expect(payment.lines).toEqual(units([1, 2], [0, 1]));
  });

  test('on an order that was paid in part keeps what is due', async () => {
    const { number } = await anOrderPaid(15);
    expect((await refund(number, { lines: units([0, 1]) })).payload.payment.balance_after).toBe(5);
    expect(await sums(number)).toEqual({ total: 20, credited: 10, paid: 15, refunded: 10, balance: 5 });
  });

  test('stays credited while the order is cancelled and reopened', async () => {
    const { number } = await aPaidOrder();
    await refund(number, { lines: units([0, 1]) });
    expect((await update(store, number, { cancelled: true })).payload.orders).toMatchObject({ balance: -25, credited: 10 });
    expect(await refund(number, { lines: units([0, 1]) })).toMatchObject({ status: 409, code: 'order_cancelled' });
    expect((await update(store, number, { cancelled: false })).payload.orders).toMatchObject({ balance: 0, credited: 10 });
  });
});

test.each([
  ['credit', { credit: false, lines: units([0, 1]) }],
  ['total', { credit: true }],
  ['lines', { lines: [] }],
  ['lines', { lines: units([0, 1]), method: 'cash' }],
])('a refund is rejected if its %s does not fit the rest: %j', async (field, body) => {
  const { number } = await anOrderPaid(20);
  expect(await refund(number, body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  expect(await sums(number)).toMatchObject({ credited: 0, refunded: 0 });
});

test('a refund that names its payment without a total returns at most what that payment has left', async () => {
  const { number, payments } = await anOrderPaid(12, 8);
  const [first, second] = payments;
  await update(store, number, { cancelled: true });
  expect((await refund(number, { payment: second })).payload.payment).toMatchObject({ total: -8, balance_after: -12 });
  expect(await refund(number, { payment: second })).toMatchObject(exceeds('payment', 0));
  expect((await refund(number, { payment: first })).payload.payment).toMatchObject({ total: -12, balance_after: 0 });
  expect(await refund(number, { payment: first })).toMatchObject({ code: 'nothing_to_refund' });
});

test('of thirty concurrent refunds and credits of the same line, only as many succeed as it has units', async () => {
  const { number } = await aPaidOrder();
  await refund(number, { total: -10 });
  const lines = units([1, 1]);
  const answers = await times(30, (i) => (i % 2 ? refund(number, { lines }) : credit(number, { lines })));
  expect(tally(answers)).toEqual({ 201: 4, refund_exceeds_lines: 26 });
  const { credited, refunded, balance, payments } = await read(store, number);
  expect(credited).toBe(10);
  expect(refunded - 10).toBe(2.5 * payments.filter(({ lines }) => lines).length);
  expect(balance).toBe(35 - credited - 35 + refunded);
});
