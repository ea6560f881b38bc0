import { expect, test } from '@jest/globals';
import type { Action } from '../../lib/order/schema.ts';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, update } from '../support/orders.ts';

test('an order can be cancelled once, then its units can be released, and it can be reopened', async () => {
  const store = await aStore();
  const { number } = await anOrder(store, { lines: [{ sku: await aProduct(store, { stock: 5 }), quantity: 1 }] });
  const allowed = async () => {
    const { version, actions } = (await call('getActions', { as: store.key, params: { number } })).payload;
    const possible = actions.filter((one: Action) => one.allowed).map(({ action }: Action) => action);
    return [version, ...['cancel', 'uncancel', 'restock'].filter((action) => possible.includes(action))];
  };
  expect(await allowed()).toEqual([1, 'cancel', 'restock']);
  await update(store, number, { cancelled: true });
  expect(await allowed()).toEqual([2, 'uncancel', 'restock']);
  await update(store, number, { cancelled: true, restock: true });
  expect(await allowed()).toEqual([3, 'uncancel']);
});
