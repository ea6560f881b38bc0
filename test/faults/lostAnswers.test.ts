import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, uniqueName } from '../support/actors.ts';
import { type Answer, call } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { conflicts, failsAfterTheCommit, failsBefore } from '../support/faultKinds.ts';
import { afterReply, beforeCall, type Fault, withFaults } from '../support/injectFault.ts';
import { anOrder, aProduct, keyed, pay, place, read, ship, stockOf, times, update } from '../support/orders.ts';

holdClocks();

let sku: string;
let order: Order;

const store = await aStore();

beforeEach(async () => {
  sku = await aProduct(store, { price: 5, stock: 2 });
  order = await anOrder(store, { lines: [{ sku, quantity: 2 }], authorized: true });
});

/** The write succeeds, its response is lost, and others write before the SDK retries. */
const lostResponse =
  (others: () => Promise<unknown>): Fault =>
  async (attempt) => {
    await afterReply(others)(attempt);
    return failsBefore(attempt);
  };

describe('a write that is retried after a lost response and later writes by others', () => {
  /** More writes than any short history would keep. */
  const payOften = () => times(20, () => pay(store, order.number, { total: 0.25 }));
  const withLostResponse = async (command: string, others: () => Promise<unknown>, work: () => Promise<Answer>) =>
    (await withFaults([{ command, fault: lostResponse(others) }], work)).result;

  test('does not conflict with the version it wrote itself', async () => {
    const work = () => update(store, order.number, { visible: false }, { 'If-Match': '"1"' });
    const { status, payload } = await withLostResponse('PutItem', payOften, work);
    expect({ status, ...payload?.orders }).toMatchObject({ status: 200, visible: false, paid: 5, version: 22 });
  });

  test('does not overwrite the later changes', async () => {
    const back = async () => {
      await ship(store, order, { state: 'ready' });
      await payOften();
    };
    await withLostResponse('TransactWriteItems', back, () => ship(store, order, { state: 'shipped' }));
    expect([(await read(store, order.number)).shipments[0]?.state, await stockOf(store, sku)]).toEqual(['ready', [0, 2]]);
    const shown = async () => {
      await update(store, order.number, { visible: true });
      await payOften();
    };
    await withLostResponse('PutItem', shown, () => update(store, order.number, { visible: false }));
    expect(await read(store, order.number)).toMatchObject({ visible: true, paid: 10 });
  });

  test('records one payment', async () => {
    const work = () => pay(store, order.number, { total: 1 }, { 'If-Match': '"1"' });
    expect(await withLostResponse('PutItem', payOften, work)).toMatchObject({
      status: 201,
      payload: { payment: { balance_after: 9 } },
    });
    expect(await read(store, order.number)).toMatchObject({ paid: 6, version: 22 });
  });
});

const put = (sku: string, stock: number, headers: Record<string, string> = {}) =>
  call('putProduct', { as: store.key, params: { sku }, body: { name: 'Tea', price: 10, stock }, headers });

const createOnly = { 'If-None-Match': '*' };

test.each([
  ['a new product', async () => uniqueName('sku'), 201, {}],
  ['a product that is only created', async () => uniqueName('sku'), 201, createOnly],
  ['an existing product', async () => aProduct(store, { stock: 1 }), 200, {}],
])('a lost response never undoes a sale of %s', async (_, existing, status, headers) => {
  const sku = await existing();
  const sell = () => place(store, { lines: [{ sku, quantity: 2 }] });
  const { result, injected } = await withFaults([{ command: 'TransactWriteItems', fault: lostResponse(sell) }], () =>
    put(sku, 5, headers),
  );
  expect([result.status, injected]).toEqual([status, 1]);
  expect(result.payload.product.stock).toEqual({ available: 3, reserved: 2 });
  expect(await stockOf(store, sku)).toEqual([3, 2]);
});

test.each([
  ['is only created', createOnly],
  ['is created', {}],
])('a product that %s is not written again after its response was lost and another changed it', async (_, headers) => {
  const sku = uniqueName('sku');
  const rename = () => call('updateProduct', { as: store.key, params: { sku }, body: { name: 'Coffee' } });
  /** The response is lost, another request changes the product, and the retry conflicts with something else. */
  const fault: Fault = async (attempt) => {
    await afterReply(rename)(attempt);
    return conflicts(attempt);
  };
  const { result, injected } = await withFaults([{ command: 'TransactWriteItems', fault }], () => put(sku, 5, headers));
  expect([result.status, injected]).toEqual([201, 1]);
  expect(result.payload.product).toMatchObject({ name: 'Coffee', stock: { available: 5 } });
});

test('a new key is shown although no response to its write arrived', async () => {
  const lost = { command: 'TransactWriteItems', lasting: true, fault: failsAfterTheCommit };
  const { result } = await withFaults([lost], () => call('issueOwnKey', { as: store.key, body: {}, headers: keyed('lost') }));
  expect([result.status, 'idempotent-replayed' in result.headers]).toEqual([201, false]);
  expect((await call('getOwnKey', { as: result.payload.secret })).payload.key.id).toBe(result.payload.key.id);
});

test('a product that another request creates just before is not replaced', async () => {
  const sku = uniqueName('sku');
  const other = () => call('putProduct', { as: store.key, params: { sku }, body: { name: 'Coffee', price: 1, stock: 1 } });
  const { result } = await withFaults([{ command: 'TransactWriteItems', fault: beforeCall(other) }], () =>
    put(sku, 5, createOnly),
  );
  expect(result).toMatchObject({ status: 412, code: 'already_exists' });
  const { payload } = await call('getProduct', { as: store.key, params: { sku } });
  expect(payload.product).toMatchObject({ name: 'Coffee', price: 1, stock: { available: 1 } });
});
