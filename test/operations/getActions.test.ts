import { expect, test } from '@jest/globals';
import type { Action } from '../../lib/order/schema.ts';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, pay, read, ship, split, times } from '../support/orders.ts';

const store = await aStore();
const sku = await aProduct(store, { stock: 10_000 });

const actionsOf = async (number: string): Promise<{ version: number; actions: Action[] }> =>
  (await call('getActions', { as: store.key, params: { number } })).payload;

const credit = (number: string, body: unknown) => call('createCredit', { as: store.key, params: { number }, body });

test('a credit of units that cost nothing is allowed when nothing is due, until all are credited', async () => {
  const free = await aProduct(store, { price: 0 });
  const { number } = await anOrder(store, {
    lines: [
      { sku: free, quantity: 1 },
      { sku, quantity: 1 },
    ],
  });
  await pay(store, number);
  const creditOf = async () => (await actionsOf(number)).actions.find(({ action }) => action === 'credit');
  expect(await creditOf()).toMatchObject({ allowed: true, code: null, max: 0 });
  expect((await credit(number, { lines: [{ line: 0, quantity: 1 }] })).status).toBe(201);
  expect(await creditOf()).toMatchObject({ allowed: false, code: 'credit_exceeds_balance', max: 0 });
});

test('`max` is the balance, the refundable amount and the units', async () => {
  const order = await anOrder(store, { lines: [{ sku, quantity: 3 }], authorized: true });
  const { number } = order;
  await pay(store, number, { total: 12 });
  await split(store, number, { from: order.shipments[0]?.id, lines: [{ sku, quantity: 1 }] });
  await ship(store, order, { state: 'shipped' });
  const { shipments, version } = await read(store, number);
  const { actions, ...seen } = await actionsOf(number);
  expect(seen).toEqual({ version });
  const maxOf = (name: string, i = 0) =>
    actions.find(({ action, shipment }) => action === name && (shipment === null || shipment === shipments[i]?.id))?.max;
  expect([maxOf('pay'), maxOf('credit'), maxOf('refund')]).toEqual([18, 18, 12]);
  expect([maxOf('split'), maxOf('return'), maxOf('split', 1), maxOf('return', 1)]).toEqual([1, 2, 0, 1]);
  expect([maxOf('ship'), maxOf('cancel'), maxOf('change_address')]).toEqual([null, null, null]);
});

test('a whole line can be split off when there is no room for another line', async () => {
  const skus = await times(60, () => aProduct(store));
  const { number, shipments } = await anOrder(store, { lines: skus.map((sku) => ({ sku, quantity: 6 })) });
  const splitOff = (quantity: number, some = skus) =>
    split(store, number, { from: shipments[0]?.id, lines: some.map((sku) => ({ sku, quantity })) });
  for (let i = 0; i < 4; i++) expect((await splitOff(1)).status).toBe(201);
  const { actions } = await actionsOf(number);
  expect(actions.find(({ action }) => action === 'split')).toMatchObject({ allowed: true, code: null });
  expect(await splitOff(1, skus.slice(0, 1))).toMatchObject({ code: 'order_full' });
  expect(await splitOff(2, skus.slice(0, 1))).toMatchObject({ status: 201 });
});
