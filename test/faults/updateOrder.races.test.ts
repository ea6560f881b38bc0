import { beforeEach, expect, jest, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
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
const setStock = (stock: number | null) => () =>
  call('putProduct', { as: store.key, params: { sku }, body: { name: 'Tea', price: 10, stock } });
const stock = () => orders.stockOf(store, sku);

test('reopening an order succeeds if another request reserves the units for the same order', async () => {
  await restock();
  expect(await interruptReads(uncancel, uncancel, restock)).toMatchObject({ status: 200, payload: { orders: { version: 3 } } });
  expect(await orders.read(store, order.number)).toMatchObject({ cancelled: true, version: 4 });
  expect(await stock()).toEqual([2, 0]);
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
  const plans = [
    { command: 'GetItem', fault: afterReply(setStock(null)) },
    { command: 'TransactGetItems', fault: beforeCall(setStock(1)) },
  ];
  const { result, injected } = await withFaults(plans, restock);
  expect([result.status, injected]).toEqual([200, 2]);
  expect(await stock()).toEqual([3, 0]);
});

test('a stock count that is added does not fail a request whose units another reserved for the same order', async () => {
  await restock();
  const plans = [
    { command: 'GetItem', fault: afterReply(setStock(null)) },
    { command: 'TransactGetItems', fault: beforeCall(async () => [await uncancel(), await setStock(1)()]) },
  ];
  const { result, injected } = await withFaults(plans, uncancel);
  expect([result.status, injected]).toEqual([200, 2]);
  expect(await stock()).toEqual([1, 2]);
});

test('a stock count that is removed and added in the meantime is respected', async () => {
  await restock();
  expect(await interruptReads(uncancel, setStock(null), setStock(3))).toMatchObject({ status: 200 });
  expect(await stock()).toEqual([1, 2]);
  await setStock(null)();
  expect(await interruptReads(restock, setStock(null), setStock(3))).toMatchObject({ status: 200 });
  expect(await stock()).toEqual([5, 0]);
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
