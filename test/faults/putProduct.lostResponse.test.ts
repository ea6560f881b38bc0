import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { failsBefore } from '../support/faultKinds.ts';
import { afterReply, type Fault, withFaults } from '../support/injectFault.ts';
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

const put = (sku: string, stock: number) =>
  call('putProduct', { as: store.key, params: { sku }, body: { name: 'Tea', price: 10, stock } });

test.each([
  ['a new product', async () => uniqueName('sku'), 201],
  ['an existing product', async () => aProduct(store, { stock: 1 }), 200],
])('a lost response never undoes a sale of %s', async (_, existing, status) => {
  const sku = await existing();
  const sell = () => place(store, { lines: [{ sku, quantity: 2 }] });
  const { result, injected } = await withFaults([{ command: 'TransactWriteItems', fault: lostResponse(sell) }], () =>
    put(sku, 5),
  );
  expect([result.status, injected]).toEqual([status, 1]);
  expect(result.payload.product.stock).toEqual({ available: 3, reserved: 2 });
  expect(await stockOf(store, sku)).toEqual([3, 2]);
});
