import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { anOrder, pay, read, update } from '../support/orders.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const refund = (number: string, total?: number) =>
  pay(store, number, { method: 'refund', ...(total !== undefined && { total }) });

async function aPaidOrder(...totals: number[]): Promise<Order> {
  const { number } = await anOrder(store);
  for (const total of totals) await pay(store, number, { total });
  return read(store, number);
}

test('a refund returns part of what was paid, which is then due again', async () => {
  const { number } = await aPaidOrder(10);
  const { status, payload } = await refund(number, -2.5);
  expect(status).toBe(201);
  expect(payload.payment).toMatchObject({ total: -2.5, method: 'refund', balance_after: 2.5, transaction_data: {} });
  expect(await read(store, number)).toMatchObject({ paid: 10, refunded: 2.5, balance: 2.5, version: 3 });
  expect((await pay(store, number)).payload.payment).toMatchObject({ total: 2.5, balance_after: 0 });
});

test('a refund says what it likes beside its total', async () => {
  const { number } = await aPaidOrder(10);
  const body = { total: -1, created: '2020-01-01T00:00:00.000Z', transaction_data: { reason: 'broken' } };
  expect((await pay(store, number, { ...body, method: 'refund' })).payload.payment).toMatchObject(body);
});

describe('without a total', () => {
  test('returns all that was paid, after a cancellation', async () => {
    const { number } = await aPaidOrder(4, 2.5);
    await refund(number, -1.25);
    await update(store, number, { cancelled: true });
    expect((await refund(number)).payload.payment).toMatchObject({ total: -5.25, method: 'refund', balance_after: 0 });
    expect(await refund(number)).toMatchObject({ status: 409, code: 'nothing_to_refund' });
  });

  test.each([
    ['nothing was paid', [], {}],
    ['less is paid than is due', [4], {}],
    ['just what is due is paid', [10], {}],
    ['nothing was paid and the order is cancelled', [], { cancelled: true }],
  ])('finds nothing to return where %s', async (_, totals, change) => {
    const { number } = await aPaidOrder(...(totals as number[]));
    if (Object.keys(change).length > 0) await update(store, number, change);
    const before = await read(store, number);
    expect(await refund(number)).toMatchObject({ status: 409, code: 'nothing_to_refund' });
    expect(await read(store, number)).toEqual(before);
  });
});

describe('more than was paid and not yet refunded', () => {
  test.each([
    [[], -0.01, 0],
    [[4], -4.01, 4],
    [[0.1, 0.2], -0.31, 0.3],
    [[10], -1_000_000_000_000, 10],
  ])('with %j paid, %d is refused', async (totals, total, max) => {
    const order = await aPaidOrder(...totals);
    expect(await refund(order.number, total)).toMatchObject({ status: 409, code: 'refund_exceeds_paid', body: { max } });
    expect(await read(store, order.number)).toEqual(order);
  });

  test('is refused over all refunds', async () => {
    const { number } = await aPaidOrder(10);
    await refund(number, -6);
    expect(await refund(number, -4.01)).toMatchObject({ code: 'refund_exceeds_paid', body: { max: 4 } });
    expect(await refund(number, -4)).toMatchObject({ status: 201 });
    expect(await refund(number, -0.01)).toMatchObject({ code: 'refund_exceeds_paid', body: { max: 0 } });
    await pay(store, number, { total: 3 });
    expect(await refund(number, -3.01)).toMatchObject({ code: 'refund_exceeds_paid', body: { max: 3 } });
    expect(await refund(number, -3)).toMatchObject({ status: 201 });
  });

  test('is refused on a cancelled order, too', async () => {
    const { number } = await aPaidOrder(4);
    await update(store, number, { cancelled: true });
    expect(await refund(number, -4.01)).toMatchObject({ code: 'refund_exceeds_paid', body: { max: 4 } });
    expect((await refund(number, -1)).payload.payment.balance_after).toBe(-3);
    expect((await refund(number)).payload.payment).toMatchObject({ total: -3, balance_after: 0 });
  });
});

test.each([
  { method: 'refund', total: 5 },
  { method: 'refund', total: 0 },
  { method: 'refund', total: 0.001 },
  { total: -5 },
  { method: 'cash_on_delivery', total: -5 },
  { method: 'Refund', total: -5 },
  { method: 'refund', total: -0.001 },
  { method: 'refund', total: -1_000_000_000_001 },
])('%j is no refund', async (body) => {
  const order = await aPaidOrder(10);
  expect(await pay(store, order.number, body)).toMatchObject({ status: 400, code: 'invalid_request' });
  expect(await read(store, order.number)).toEqual(order);
});

test('a refund on a version that is gone is refused', async () => {
  const { number } = await aPaidOrder(10);
  const answer = await pay(store, number, { method: 'refund', total: -1 }, { 'If-Match': '"1"' });
  expect(answer).toMatchObject({ status: 412, code: 'version_mismatch' });
});
