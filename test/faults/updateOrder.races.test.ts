import { beforeEach, expect, jest, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { call, type Options } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { itemsOf } from '../support/database.ts';
import { failsBefore } from '../support/faultKinds.ts';
import { afterReply, beforeCall, interruptReads, withFaults } from '../support/injectFault.ts';
import * as orders from '../support/orders.ts';

const clocks = holdClocks();

let sku: string;
let order: Order;

const store = await aStore();

/** An authorized order for the last two units. */
beforeEach(async () => {
  sku = await orders.aProduct(store, { stock: 2 });
  order = await orders.anOrder(store, { lines: [{ sku, quantity: 2 }], authorized: true });
});

const update = (body: object) => () => orders.update(store, order.number, body);
const [restock, uncancel] = [update({ cancelled: true, restock: true }), update({ cancelled: false })];
const ship = (state: string) => () => orders.ship(store, order, { state });
const place = (quantity: number, headers?: Options['headers']) => () =>
  orders.place(store, { lines: [{ sku, quantity }] }, headers);
const current = async () => {
  const { cancelled, shipments, version } = await orders.read(store, order.number);
  return { cancelled, state: shipments[0]?.state, version, stock: await orders.stockOf(store, sku) };
};

test('units that are shipped in the meantime do not return to stock', async () => {
  expect(await interruptReads(restock, ship('shipped'))).toMatchObject({ status: 200 });
  expect(await current()).toEqual({ cancelled: true, state: 'shipped', version: 3, stock: [0, 0] });
});

test('units that return to stock in the meantime are not shipped', async () => {
  expect(await interruptReads(ship('shipped'), restock)).toMatchObject({ status: 409, code: 'order_cancelled' });
  expect(await current()).toEqual({ cancelled: true, state: 'ready', version: 2, stock: [2, 0] });
});

test('units that come back from a shipment in the meantime return to stock', async () => {
  await ship('delivered')();
  expect(await interruptReads(restock, ship('ready'))).toMatchObject({ status: 200 });
  expect(await current()).toEqual({ cancelled: true, state: 'ready', version: 4, stock: [2, 0] });
});

test('two concurrent restocks return the units once', async () => {
  expect(await interruptReads(restock, restock)).toMatchObject({ status: 200 });
  expect(await current()).toEqual({ cancelled: true, state: 'ready', version: 2, stock: [2, 0] });
});

test('reopening an order twice concurrently reserves the units once', async () => {
  await restock();
  expect(await interruptReads(uncancel, uncancel)).toMatchObject({ status: 200 });
  expect(await current()).toEqual({ cancelled: false, state: 'ready', version: 3, stock: [0, 2] });
});

test('units are shipped once and come back once', async () => {
  await interruptReads(ship('shipped'), ship('delivered'));
  expect(await current()).toEqual({ cancelled: false, state: 'shipped', version: 3, stock: [0, 0] });
  await interruptReads(ship('ready'), ship('ready'));
  expect(await current()).toEqual({ cancelled: false, state: 'ready', version: 4, stock: [0, 2] });
});

test('rejects reopening an order if another order takes the units first', async () => {
  await restock();
  const answer = await interruptReads(uncancel, place(1));
  expect(answer).toMatchObject({
    status: 409,
    code: 'insufficient_stock',
    body: { stock: [{ sku, requested: 2, available: 1 }] },
  });
  expect(await current()).toEqual({ cancelled: true, state: 'ready', version: 2, stock: [1, 1] });
});

test('reopening an order succeeds if another request reserves the units for the same order', async () => {
  await restock();
  expect(await interruptReads(uncancel, uncancel, restock)).toMatchObject({ status: 200, payload: { orders: { version: 3 } } });
  expect(await current()).toEqual({ cancelled: true, state: 'ready', version: 4, stock: [2, 0] });
});

test('a database that fails to save the order is not asked for its products', async () => {
  const plan = { command: 'TransactWriteItems', lasting: true, fault: failsBefore };
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { result, calls } = await withFaults([plan], restock);
  jest.restoreAllMocks();
  expect(result.status).toBe(503);
  expect(calls.map(({ command }) => command)).toEqual(['GetItem', 'TransactWriteItems']);
});

test('an order that changed in the meantime is read again without its products', async () => {
  const plan = { command: 'TransactWriteItems', fault: beforeCall(update({ visible: false })) };
  const { result, calls } = await withFaults([plan], restock);
  expect(result.status).toBe(200);
  expect(calls.map(({ command }) => command)).toEqual(['GetItem', 'TransactWriteItems', 'GetItem', 'TransactWriteItems']);
});

test('units return to a product even if its stock count is removed and added in the meantime', async () => {
  const setStock = (stock: number | null) => () =>
    call('putProduct', { as: store.key, params: { sku }, body: { name: 'Tea', price: 10, stock } });
  const plans = [
    { command: 'GetItem', fault: afterReply(setStock(null)) },
    { command: 'TransactGetItems', fault: beforeCall(setStock(1)) },
  ];
  const { result, injected } = await withFaults(plans, restock);
  expect([result.status, injected]).toEqual([200, 2]);
  expect(await orders.stockOf(store, sku)).toEqual([3, 0]);
});

test('after concurrent changes to the customer, the order has only the search keys of the last', async () => {
  const own = await aStore();
  const { number } = await orders.anOrder(own, { customer: { email: 'zero@example.com' } });
  const change = (i: number) => orders.update(own, number, { customer: { email: `race${i}@example.com` } });
  expect(orders.tally(await orders.times(8, change))).toEqual({ 200: 8 });
  const { customer } = await orders.read(own, number);
  expect(await itemsOf(own, 'FIND#')).toHaveLength(1);
  const { payload } = await call('getOrders', { as: own.key, query: { q: customer?.email as string } });
  expect(payload.orders).toMatchObject([{ number }]);
});

test('`updated` grows with each version, even of changes in the same millisecond', async () => {
  const answers = await orders.times(10, (i) => update({ note: `${i}` })());
  expect(orders.tally(answers)).toEqual({ 200: 10 });
  const versions = answers.map(({ payload }) => [payload.orders.version, Date.parse(payload.orders.updated)]);
  const expected = Array.from({ length: 10 }, (_, i) => [i + 2, Date.parse(order.updated) + i + 1]);
  expect(versions.toSorted(([a = 0], [b = 0]) => a - b)).toEqual(expected);
});

const marksOf = async (own: Store) => JSON.parse((await itemsOf(own, 'ORDER#'))[0]?.internal as string).marks;

test('an order forgets requests that ended long ago', async () => {
  const own = await aStore();
  const { number } = await orders.anOrder(own);
  await orders.pay(own, number, { total: 1 });
  clocks.advance(10);
  await orders.pay(own, number, { total: 1 });
  expect(await marksOf(own)).toHaveLength(2);
  clocks.advance(11);
  await orders.pay(own, number, { total: 1 });
  expect(await marksOf(own)).toHaveLength(2);
  clocks.advance(21);
  await orders.pay(own, number, { total: 1 });
  expect(await marksOf(own)).toHaveLength(1);
});
