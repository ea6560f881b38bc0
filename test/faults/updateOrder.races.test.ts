import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store, uniqueName } from '../support/actors.ts';
import type { Options } from '../support/call.ts';
import { between } from '../support/injectFault.ts';
import * as orders from '../support/orders.ts';

let store: Store;
let sku: string;
let order: Order;

beforeAll(async () => {
  store = await aStore();
});

/** An authorized order for the last two units that there are. */
beforeEach(async () => {
  sku = await orders.aProduct(store, { stock: 2 });
  order = await orders.anOrder(store, { lines: [{ sku, quantity: 2 }], authorized: true });
});

const update = (body: object) => () => orders.update(store, order.number, body);
const [restock, revive] = [update({ cancelled: true, restock: true }), update({ cancelled: false })];
const ship = (state: string) => () => orders.ship(store, order, { state });
const place = (quantity: number, headers?: Options['headers']) => () =>
  orders.place(store, { lines: [{ sku, quantity }] }, headers);
const stands = async () => {
  const { cancelled, shipments, version } = await orders.read(store, order.number);
  return { cancelled, state: shipments[0]?.state, version, stock: await orders.stockOf(store, sku) };
};

test('units that left with a shipment are not freed', async () => {
  expect(await between(restock, ship('shipped'))).toMatchObject({ status: 200 });
  expect(await stands()).toEqual({ cancelled: true, state: 'shipped', version: 3, stock: [0, 0] });
});

test('units that were freed do not leave', async () => {
  expect(await between(ship('shipped'), restock)).toMatchObject({ status: 409, code: 'order_cancelled' });
  expect(await stands()).toEqual({ cancelled: true, state: 'ready', version: 2, stock: [2, 0] });
});

test('units that come back to a cancelled order can be freed', async () => {
  await ship('delivered')();
  expect(await between(restock, ship('ready'))).toMatchObject({ status: 200 });
  expect(await stands()).toEqual({ cancelled: true, state: 'ready', version: 4, stock: [2, 0] });
});

test('units are freed once', async () => {
  expect(await between(restock, restock)).toMatchObject({ status: 200 });
  expect(await stands()).toEqual({ cancelled: true, state: 'ready', version: 2, stock: [2, 0] });
});

test('units are reserved again once', async () => {
  await restock();
  expect(await between(revive, revive)).toMatchObject({ status: 200 });
  expect(await stands()).toEqual({ cancelled: false, state: 'ready', version: 3, stock: [0, 2] });
});

test('units leave once and come back once', async () => {
  await between(ship('shipped'), ship('delivered'));
  expect(await stands()).toEqual({ cancelled: false, state: 'shipped', version: 3, stock: [0, 0] });
  await between(ship('ready'), ship('ready'));
  expect(await stands()).toEqual({ cancelled: false, state: 'ready', version: 4, stock: [0, 2] });
});

test('units that another order has taken are not reserved again', async () => {
  await restock();
  const answer = await between(revive, place(1));
  expect(answer).toMatchObject({
    status: 409,
    code: 'insufficient_stock',
    body: { stock: [{ sku, requested: 2, available: 1 }] },
  });
  expect(await stands()).toEqual({ cancelled: true, state: 'ready', version: 2, stock: [1, 1] });
});

test('units that another request has reserved again for the same order are no shortage', async () => {
  await restock();
  expect(await between(revive, revive, restock)).toMatchObject({ status: 200, payload: { orders: { version: 3 } } });
  expect(await stands()).toEqual({ cancelled: true, state: 'ready', version: 4, stock: [2, 0] });
});

test('units go to one of two orders', async () => {
  await restock();
  expect(await between(place(2), place(1))).toMatchObject({ status: 409, code: 'insufficient_stock' });
  expect(await stands()).toMatchObject({ stock: [1, 1] });
});

test('units go once to an order that is placed twice with one key', async () => {
  await restock();
  const keyed = place(2, orders.keyed(uniqueName()));
  expect(await between(keyed, keyed)).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } });
  expect(await stands()).toMatchObject({ stock: [0, 2] });
});
