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

test('a refund returns part of what was paid, and that part is due again', async () => {
  const { number } = await aPaidOrder(10);
  const { status, payload } = await refund(number, -2.5);
  expect(status).toBe(201);
  expect(payload.payment).toMatchObject({ total: -2.5, method: 'refund', balance_after: 2.5, transaction_data: {} });
  expect(await read(store, number)).toMatchObject({ paid: 10, refunded: 2.5, balance: 2.5, version: 3 });
  expect((await pay(store, number)).payload.payment).toMatchObject({ total: 2.5, balance_after: 0 });
});

test('a refund keeps its creation time and transaction_data', async () => {
  const { number } = await aPaidOrder(10);
  const body = { total: -1, created: '2020-01-01T00:00:00.000Z', transaction_data: { reason: 'broken' } };
  expect((await pay(store, number, { ...body, method: 'refund' })).payload.payment).toMatchObject(body);
});

describe('a refund without a total', () => {
  test('returns everything that was paid after a cancellation', async () => {
    const { number } = await aPaidOrder(4, 2.5);
    await refund(number, -1.25);
    await update(store, number, { cancelled: true });
    expect((await refund(number)).payload.payment).toMatchObject({ total: -5.25, method: 'refund', balance_after: 0 });
    expect(await refund(number)).toMatchObject({ status: 409, code: 'nothing_to_refund' });
  });

  test.each([[[]], [[4]], [[10]]])('is rejected if nothing was overpaid: %j', async (totals) => {
    const order = await aPaidOrder(...totals);
    expect(await refund(order.number)).toMatchObject({ status: 409, code: 'nothing_to_refund' });
    expect(await read(store, order.number)).toEqual(order);
  });
});

test('refunds never return more than was paid and not yet refunded', async () => {
  const { number } = await aPaidOrder(10);
  await refund(number, -6);
  expect(await refund(number, -4.01)).toMatchObject({ code: 'refund_exceeds_paid', body: { max: 4 } });
  expect(await refund(number, -4)).toMatchObject({ status: 201 });
  expect(await refund(number, -0.01)).toMatchObject({ code: 'refund_exceeds_paid', body: { max: 0 } });
  await pay(store, number, { total: 3 });
  expect(await refund(number, -3.01)).toMatchObject({ code: 'refund_exceeds_paid', body: { max: 3 } });
  expect(await refund(number, -3)).toMatchObject({ status: 201 });
});
