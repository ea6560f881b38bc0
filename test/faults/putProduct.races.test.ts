import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { beforehand, between, meanwhile, withFaults } from '../support/injectFault.ts';
import * as orders from '../support/orders.ts';

let store: Store;
let sku: string;
let order: Order;

beforeAll(async () => {
  store = await aStore();
});

/** Five units, of which an order has reserved two. */
beforeEach(async () => {
  sku = await orders.aProduct(store, { price: 5, stock: 5 });
  order = await orders.anOrder(store, { lines: [{ sku, quantity: 2 }], authorized: true });
});

const count = (stock: number | null) => () =>
  call('putProduct', { as: store.key, params: { sku }, body: { name: 'Tea', price: 5, stock } });
const adjust = (by: number) => () => call('adjustStock', { as: store.key, params: { sku }, body: { adjust: by } });
const place = (quantity: number) => () => orders.place(store, { lines: [{ sku, quantity }] });
const update = (body: object) => () => orders.update(store, order.number, body);
const [restock, revive] = [update({ cancelled: true, restock: true }), update({ cancelled: false })];
const ship = (state: string) => () => orders.ship(store, order, { state });
const stock = () => orders.stockOf(store, sku);
/** What is reserved while nobody counts shows when somebody counts again. */
const countedAgain = async () => (await count(9)()).payload.product.stock;

const done = { status: 200 };

describe('a number that is set', () => {
  test('as an order is placed leaves what is reserved', async () => {
    expect(await between(place(2), count(9))).toMatchObject({ status: 201 });
    expect(await stock()).toEqual([7, 4]);
    expect((await between(count(9), place(2))).payload.product.stock).toEqual({ available: 9, reserved: 6 });
  });

  test('as an order is placed leaves too little for it', async () => {
    const answer = await between(place(2), count(1));
    expect(answer).toMatchObject({ code: 'insufficient_stock', body: { stock: [{ sku, requested: 2, available: 1 }] } });
    expect(await stock()).toEqual([1, 2]);
  });

  test('as an order is placed lets it have more than there was', async () => {
    await count(0)();
    expect(await between(place(2), count(2))).toMatchObject({ code: 'insufficient_stock' });
    expect(await between(place(2), adjust(-1))).toMatchObject({
      code: 'insufficient_stock',
      body: { stock: [{ available: 1 }] },
    });
    expect(await stock()).toEqual([1, 2]);
  });

  test('as units are freed is added to', async () => {
    expect(await between(restock, count(9))).toMatchObject(done);
    expect(await stock()).toEqual([11, 0]);
  });
});

describe('counting that is switched off between load and commit', () => {
  test('sets a new order free of it', async () => {
    expect(await between(place(3), count(null))).toMatchObject({ status: 201 });
    expect(await countedAgain()).toEqual({ available: 9, reserved: 2 });
  });

  test.each([
    ['freed', restock, 0],
    ['shipped', ship('shipped'), 0],
  ])('still ends the reservation of units that are %s', async (_, work, reserved) => {
    expect(await between(work, count(null))).toMatchObject(done);
    expect(await stock()).toBeNull();
    expect(await countedAgain()).toEqual({ available: 9, reserved });
  });

  test.each([
    ['reserved again', restock, revive],
    ['come back', ship('shipped'), ship('ready')],
  ])('still reserves units that %s', async (_, before, work) => {
    await before();
    expect(await between(work, count(null))).toMatchObject(done);
    expect(await countedAgain()).toEqual({ available: 9, reserved: 2 });
  });

  test('leaves nothing to adjust', async () => {
    await count(null)();
    expect(await adjust(1)()).toMatchObject({ status: 400, code: 'invalid_request' });
  });
});

describe('counting that is switched on between load and commit', () => {
  test('has nothing of an order that was placed before', async () => {
    await count(null)();
    expect(await between(place(3), count(1))).toMatchObject({ status: 201 });
    expect(await stock()).toEqual([1, 2]);
  });

  test('lets units be reserved again only if there are so many', async () => {
    await restock();
    await count(null)();
    const answer = await between(revive, count(1));
    expect(answer).toMatchObject({ code: 'insufficient_stock', body: { stock: [{ sku, requested: 2, available: 1 }] } });
    await count(null)();
    expect(await between(revive, count(7))).toMatchObject(done);
    expect(await stock()).toEqual([5, 2]);
  });

  test('after somebody else has taken the units for this order is no reason to refuse it', async () => {
    await restock();
    const plans = [
      { command: 'GetItem', fault: meanwhile(count(null)) },
      { command: 'TransactGetItems', fault: beforehand(async () => [await revive(), await count(1)()]) },
    ];
    const { result, injected } = await withFaults(plans, revive);
    expect([result.status, injected]).toEqual([200, 2]);
    expect(await stock()).toEqual([1, 2]);
  });

  test('and off and on again is followed', async () => {
    await restock();
    expect(await between(revive, count(null), count(3))).toMatchObject(done);
    expect(await stock()).toEqual([1, 2]);
    await count(null)();
    expect(await between(restock, count(null), count(3))).toMatchObject(done);
    expect(await stock()).toEqual([5, 0]);
  });
});
