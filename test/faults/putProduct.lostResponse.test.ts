import { beforeAll, describe, expect, test } from '@jest/globals';
import { aStore, type Store, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { conflicts, failsBefore } from '../support/faultKinds.ts';
import { afterReply, beforeCall, type Fault, withFaults } from '../support/injectFault.ts';
import { aProduct, place, stockOf } from '../support/orders.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
  await aProduct(store);
});

/** The write succeeds, its response is lost, and units are sold before the SDK retries. */
const lostResponse =
  (sale: () => Promise<unknown>): Fault =>
  async (attempt) => {
    await afterReply(sale)(attempt);
    return failsBefore(attempt);
  };

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

describe.each([
  ['is only created', createOnly],
  ['is created', {}],
])('a product that %s', (_, headers) => {
  /** The response is lost, another request changes the product, and the retry conflicts with something else. */
  const lostThenConflict =
    (change: () => Promise<unknown>): Fault =>
    async (attempt) => {
      await afterReply(change)(attempt);
      return conflicts(attempt);
    };

  test('is not written again after its response was lost and another request changed it', async () => {
    const sku = uniqueName('sku');
    const rename = () => call('updateProduct', { as: store.key, params: { sku }, body: { name: 'Coffee' } });
    const { result, injected } = await withFaults([{ command: 'TransactWriteItems', fault: lostThenConflict(rename) }], () =>
      put(sku, 5, headers),
    );
    expect([result.status, injected]).toEqual([201, 1]);
    expect(result.payload.product).toMatchObject({ name: 'Coffee', stock: { available: 5 } });
  });
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
