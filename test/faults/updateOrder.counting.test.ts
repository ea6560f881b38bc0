import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { afterReply, beforeCall, withFaults } from '../support/injectFault.ts';
import { anOrder, aProduct, stockOf, update } from '../support/orders.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

test('units return to a product even if its stock count is removed and added in the meantime', async () => {
  const sku = await aProduct(store, { stock: 5 });
  const { number } = await anOrder(store, { lines: [{ sku, quantity: 2 }] });
  const setStock = (stock: number | null) => () =>
    call('putProduct', { as: store.key, params: { sku }, body: { name: 'Tea', price: 10, stock } });
  const plans = [
    { command: 'GetItem', fault: afterReply(setStock(null)) },
    { command: 'TransactGetItems', fault: beforeCall(setStock(1)) },
  ];
  const restock = () => update(store, number, { cancelled: true, restock: true });
  const { result, injected } = await withFaults(plans, restock);
  expect([result.status, injected]).toEqual([200, 2]);
  expect(await stockOf(store, sku)).toEqual([3, 0]);
});
