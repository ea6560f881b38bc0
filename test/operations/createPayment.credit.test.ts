import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, keyed, pay, read, tally, times, update } from '../support/orders.ts';

let store: Store;
let skus: string[];

beforeAll(async () => {
  store = await aStore();
  skus = [await aProduct(store), await aProduct(store, { price: 2.5 }), await aProduct(store, { price: 0 })];
});

/** An order of 2 x 10, 4 x 2.50 and 1 x 0, shipped for 5: 35 in all, which is paid. */
async function aPaidOrder(): Promise<Order> {
  const lines = skus.map((sku, i) => ({ sku, quantity: [2, 4, 1][i] }));
  const { number } = await anOrder(store, { lines, shipping: { name: 'Post', price: 5 } });
  await pay(store, number);
  return read(store, number);
}

const refund = (number: string, body: object, headers = {}) => pay(store, number, { method: 'refund', ...body }, headers);
const credit = (number: string, body: object, headers = {}) =>
  call('createCredit', { as: store.key, params: { number }, body, headers });
const sums = async (number: string) => {
  const { total, credited, paid, refunded, balance } = await read(store, number);
  return { total, credited, paid, refunded, balance };
};

describe('a refund that credits', () => {
  test.each([
    [{ lines: [{ line: 0, quantity: 1 }] }, 10],
    [{ lines: [{ line: 1, quantity: 3 }], credit: true }, 7.5],
    [
      {
        lines: [
          { line: 1, quantity: 1 },
          { line: 0, quantity: 1 },
          { line: 1, quantity: 1 },
        ],
      },
      15,
    ],
    [{ lines: [{ line: 0, quantity: 2 }], total: -18 }, 18],
    [{ lines: [{ line: 2, quantity: 1 }], total: -1 }, 1],
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
    const lines = [1, 0, 1].map((line) => ({ line, quantity: 1 }));
    expect((await refund(number, { lines })).payload.payment.lines).toEqual([
      { line: 1, quantity: 2 },
      { line: 0, quantity: 1 },
    ]);
  });

  test('without `credit`, the amount is due again', async () => {
    const { number } = await aPaidOrder();
    expect((await refund(number, { total: -5, reason: 'by mistake' })).payload.payment).toMatchObject({
      credit: false,
      lines: null,
      balance_after: 5,
    });
    expect(await sums(number)).toMatchObject({ credited: 0, refunded: 5, balance: 5 });
  });

  test('on an order that was paid in part keeps what is due', async () => {
    const { number } = await anOrder(store, { lines: [{ sku: skus[0], quantity: 2 }] });
    await pay(store, number, { total: 15 });
    expect((await refund(number, { lines: [{ line: 0, quantity: 1 }] })).payload.payment.balance_after).toBe(5);
    expect(await sums(number)).toEqual({ total: 20, credited: 10, paid: 15, refunded: 10, balance: 5 });
  });

  test('cancelling and reopening an order keeps what was credited', async () => {
    const { number } = await aPaidOrder();
    await refund(number, { lines: [{ line: 0, quantity: 1 }] });
    expect((await update(store, number, { cancelled: true })).payload.orders).toMatchObject({ balance: -25, credited: 10 });
    for (const body of [{ credit: true, total: -5 }, { lines: [{ line: 0, quantity: 1 }] }]) {
      expect(await refund(number, body)).toMatchObject({ status: 409, code: 'order_cancelled' });
    }
    expect((await update(store, number, { cancelled: false })).payload.orders).toMatchObject({ balance: 0, credited: 10 });
  });

  test('a line never returns more than its quantity, across refunds and credits', async () => {
    const { number } = await aPaidOrder();
    await refund(number, { lines: [{ line: 1, quantity: 3 }] });
    const tooMany = { status: 409, code: 'refund_exceeds_lines', body: { max: 1 } };
    expect(
      await refund(number, {
        lines: [
          { line: 0, quantity: 1 },
          { line: 1, quantity: 2 },
        ],
      }),
    ).toMatchObject(tooMany);
    expect(await refund(number, { lines: [1, 1].map((line) => ({ line, quantity: 1 })) })).toMatchObject(tooMany);
    await refund(number, { total: -5 });
    expect((await credit(number, { lines: [{ line: 1, quantity: 1 }] })).status).toBe(201);
    const { lines } = await read(store, number);
    expect(lines.map(({ line, credited }) => [line, credited])).toEqual([
      [0, 0],
      [1, 4],
      [2, 0],
    ]);
    expect(await refund(number, { lines: [{ line: 1, quantity: 1 }] })).toMatchObject({
      code: 'refund_exceeds_lines',
      body: { max: 0 },
    });
  });
});

describe('a refund that names its payment', () => {
  async function anOrderPaidTwice() {
    const { number } = await anOrder(store, { lines: [{ sku: skus[0], quantity: 2 }] });
    const payments = [];
    for (const total of [12, 8]) payments.push((await pay(store, number, { total })).payload.payment.id as string);
    return { number, payments };
  }

  test('never returns more than that payment', async () => {
    const { number, payments } = await anOrderPaidTwice();
    const [payment] = payments;
    expect((await refund(number, { total: -7, payment })).payload.payment).toMatchObject({ payment, total: -7 });
    expect(await refund(number, { total: -5.01, payment })).toMatchObject({
      status: 409,
      code: 'refund_exceeds_payment',
      body: { max: 5 },
    });
    expect((await refund(number, { total: -5, payment })).status).toBe(201);
    expect(await refund(number, { total: -1, payment })).toMatchObject({ code: 'refund_exceeds_payment', body: { max: 0 } });
    expect((await refund(number, { total: -8 })).status).toBe(201);
  });

  test('without a total returns at most what that payment has left', async () => {
    const { number, payments } = await anOrderPaidTwice();
    await update(store, number, { cancelled: true });
    expect((await refund(number, { payment: payments[1] })).payload.payment).toMatchObject({ total: -8, balance_after: -12 });
    expect(await refund(number, { payment: payments[1] })).toMatchObject({ code: 'refund_exceeds_payment', body: { max: 0 } });
    expect((await refund(number, { payment: payments[0] })).payload.payment).toMatchObject({ total: -12, balance_after: 0 });
    expect(await refund(number, { payment: payments[0] })).toMatchObject({ code: 'nothing_to_refund' });
  });

  test('cannot name a refund, or a payment of another order', async () => {
    const { number } = await anOrderPaidTwice();
    const { payload } = await refund(number, { total: -1 });
    const { payments } = await anOrderPaidTwice();
    for (const payment of [payload.payment.id, payments[0], 'pay_0', 'x']) {
      expect(await refund(number, { total: -1, payment })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'payment' }] },
      });
    }
  });
});

test.each<[string[], object]>([
  [['credit'], { total: 5, credit: true }],
  [['credit'], { credit: false }],
  [['lines'], { lines: [{ line: 0, quantity: 1 }] }],
  [['payment', 'reason'], { method: 'card', payment: 'pay_0', reason: 'x' }],
  [['credit'], { method: 'refund', credit: false, lines: [{ line: 0, quantity: 1 }] }],
  [['total'], { method: 'refund', credit: true }],
  [['lines'], { method: 'refund', lines: [] }],
  [['lines[0].line'], { method: 'refund', lines: [{ line: 3, quantity: 1 }] }],
  [['lines[0].line'], { method: 'refund', lines: [{ line: -1, quantity: 1 }] }],
  [
    ['lines[1].quantity'],
    {
      method: 'refund',
      lines: [
        { line: 0, quantity: 1 },
        { line: 0, quantity: 0 },
      ],
    },
  ],
  [['total'], { method: 'refund', lines: [{ line: 2, quantity: 1 }] }],
  [['reason'], { method: 'refund', total: -1, reason: 'x'.repeat(201) }],
])('rejects the fields %j of %j', async (fields, body) => {
  const { number } = await aPaidOrder();
  const before = await read(store, number);
  const answer = await pay(store, number, body);
  expect(answer).toMatchObject({ status: 400, code: 'invalid_request' });
  expect(answer.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(fields);
  expect(await read(store, number)).toEqual(before);
});

test('a refund cannot exceed what was paid, even if its lines cost more', async () => {
  const { number } = await anOrder(store, { lines: [{ sku: skus[0], quantity: 2 }] });
  await pay(store, number, { total: 5 });
  expect(await refund(number, { lines: [{ line: 0, quantity: 1 }] })).toMatchObject({
    status: 409,
    code: 'refund_exceeds_paid',
    body: { max: 5 },
  });
});

test('of thirty concurrent refunds and credits of the same line, only as many succeed as it has units', async () => {
  const { number } = await aPaidOrder();
  await refund(number, { total: -10 });
  const lines = [{ line: 1, quantity: 1 }];
  const answers = await times(30, (i) => (i % 2 ? refund(number, { lines }) : credit(number, { lines })));
  expect(tally(answers)).toEqual({ 201: 4, refund_exceeds_lines: 26 });
  const { credited, refunded, balance, payments } = await read(store, number);
  expect(credited).toBe(10);
  expect(refunded - 10).toBe(2.5 * payments.filter(({ lines }) => lines).length);
  expect(balance).toBe(35 - credited - 35 + refunded);
});

test('of thirty concurrent refunds of the same payment, no more succeed than it has left', async () => {
  const { number, payments } = await aPaidOrder();
  const body = { total: -10, payment: payments[0]?.id };
  expect(tally(await times(30, () => refund(number, body)))).toEqual({ 201: 3, refund_exceeds_payment: 27 });
});

test('a repeated refund with an idempotency key credits once', async () => {
  const { number } = await aPaidOrder();
  const body = { lines: [{ line: 0, quantity: 2 }] };
  const answers = await times(5, () => refund(number, body, keyed('refund')));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await sums(number)).toMatchObject({ credited: 20, refunded: 20, balance: 0 });
});
