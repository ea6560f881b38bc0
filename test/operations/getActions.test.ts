import { expect, test } from '@jest/globals';
import type { Action } from '../../lib/order/schema.ts';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, pay, ship, split, times, update } from '../support/orders.ts';

test('a whole line can be split off when there is no room for another line', async () => {
  const store = await aStore();
  const skus = await times(60, () => aProduct(store));
  const { number, shipments, version } = await anOrder(store, { lines: skus.map((sku) => ({ sku, quantity: 6 })) });
  const splitOff = (quantity: number, some = skus) =>
    split(store, number, { from: shipments[0]?.id, lines: some.map((sku) => ({ sku, quantity })) });
  for (let i = 0; i < 4; i++) expect((await splitOff(1)).status).toBe(201);
  const { payload } = await call('getActions', { as: store.key, params: { number } });
  expect(payload.version).toBe(version + 4);
  const action = payload.actions.find(({ action }: Action) => action === 'split');
  expect(action).toMatchObject({ allowed: true, code: null });
  expect(await splitOff(1, skus.slice(0, 1))).toMatchObject({ code: 'order_full' });
  expect(await splitOff(2, skus.slice(0, 1))).toMatchObject({ status: 201 });
});

test('a shipment of two units can be split', async () => {
  const store = await aStore();
  const { number } = await anOrder(store, { lines: [{ sku: await aProduct(store), quantity: 2 }] });
  const { payload } = await call('getActions', { as: store.key, params: { number } });
  expect(payload.actions.find(({ action }: Action) => action === 'split')).toMatchObject({ allowed: true, max: 1 });
});

test('units that two lines share can be cancelled once', async () => {
  const store = await aStore();
  const sku = await aProduct(store);
  const { number, shipments } = await anOrder(store, {
    lines: [2, 2].map((quantity) => ({ sku, quantity })),
    authorized: true,
  });
  await split(store, number, { from: shipments[0]?.id, lines: [{ sku, quantity: 2 }] });
  await ship(store, { number, shipments }, { state: 'shipped' });
  const { payload } = await call('getActions', { as: store.key, params: { number } });
  expect(payload.actions.find(({ action }: Action) => action === 'cancel_part')).toMatchObject({ allowed: true, max: 2 });
});

test('a change is allowed if any line allows it', async () => {
  const store = await aStore();
  const [tea, card] = [await aProduct(store), await aProduct(store, { price: 0 })];
  const { number } = await anOrder(store, { lines: [tea, tea, card].map((sku) => ({ sku, quantity: 1 })) });
  const credit = (line: number) =>
    call('createCredit', { as: store.key, params: { number }, body: { lines: [{ line, quantity: 1 }] } });
  const actionsNow = async () => {
    const { payload } = await call('getActions', { as: store.key, params: { number } });
    return Object.fromEntries(payload.actions.map(({ action, code }: Action) => [action, code]));
  };
  await credit(0);
  expect(await actionsNow()).toMatchObject({ cancel_part: null, credit: null });
  await pay(store, number);
  expect(await actionsNow()).toMatchObject({ cancel_part: null, credit: null });
  await credit(2);
  expect(await actionsNow()).toMatchObject({ cancel_part: null, credit: 'credit_exceeds_balance' });
});

test('an order can be cancelled once, then its units can be released, and it can be reopened', async () => {
  const store = await aStore();
  const { number } = await anOrder(store, { lines: [{ sku: await aProduct(store, { stock: 5 }), quantity: 1 }] });
  const allowed = async () => {
    const { payload } = await call('getActions', { as: store.key, params: { number } });
    const actions = payload.actions.filter((one: Action) => one.allowed).map(({ action }: Action) => action);
    return ['cancel', 'uncancel', 'restock'].filter((action) => actions.includes(action));
  };
  expect(await allowed()).toEqual(['cancel', 'restock']);
  await update(store, number, { cancelled: true });
  expect(await allowed()).toEqual(['uncancel', 'restock']);
  await update(store, number, { cancelled: true, restock: true });
  expect(await allowed()).toEqual(['uncancel']);
});

test('no part can be cancelled of an order with 100 credits', async () => {
  const store = await aStore();
  const { number } = await anOrder(store, { lines: [{ sku: await aProduct(store), quantity: 2 }] });
  const credit = { as: store.key, params: { number }, body: { amount: 0.01 } };
  for (let i = 0; i < 100; i++) expect((await call('createCredit', credit)).status).toBe(201);
  const { actions } = (await call('getActions', { as: store.key, params: { number } })).payload;
  const cancelling = actions.find(({ action }: Action) => action === 'cancel_part');
  expect(cancelling).toMatchObject({ allowed: false, code: 'order_full', max: 0 });
});
