import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { afterReply, beforeCall, interruptReads, withFaults } from '../support/injectFault.ts';
import * as orders from '../support/orders.ts';
import { auditOf } from '../support/walk.ts';

holdClocks();

let sku: string;
let order: Order;

const store = await aStore();

/** Five units, two of them reserved by an order. */
beforeEach(async () => {
  sku = await orders.aProduct(store, { price: 5, stock: 5 });
  order = await orders.anOrder(store, { lines: [{ sku, quantity: 2 }], authorized: true });
});

const setStock = (stock: number | null) => () =>
  call('putProduct', { as: store.key, params: { sku }, body: { name: 'Tea', price: 5, stock } });
const adjust = (by: number) => () => call('adjustStock', { as: store.key, params: { sku }, body: { adjust: by } });
const place = (quantity: number) => () => orders.place(store, { lines: [{ sku, quantity }] });
const update = (body: object) => () => orders.update(store, order.number, body);
const [restock, uncancel] = [update({ cancelled: true, restock: true }), update({ cancelled: false })];
const ship = (state: string) => () => orders.ship(store, order, { state });
const stock = () => orders.stockOf(store, sku);
/** Reserved units show only once the product has a stock count again. */
const countedAgain = async () => (await setStock(9)()).payload.product.stock;

const done = { status: 200 };

describe('a stock count that is set', () => {
  test('while an order is placed keeps the reserved units', async () => {
    expect(await interruptReads(place(2), setStock(9))).toMatchObject({ status: 201 });
    expect(await stock()).toEqual([7, 4]);
    expect((await interruptReads(setStock(9), place(2))).payload.product.stock).toEqual({ available: 9, reserved: 6 });
  });

  test('while an order is placed rejects the order if too little is left', async () => {
    const answer = await interruptReads(place(2), setStock(1));
    expect(answer).toMatchObject({ code: 'insufficient_stock', body: { stock: [{ sku, requested: 2, available: 1 }] } });
    expect(await stock()).toEqual([1, 2]);
  });

  test('while an order is placed rejects an order that is short before or after', async () => {
    await setStock(0)();
    expect(await interruptReads(place(2), setStock(2))).toMatchObject({ code: 'insufficient_stock' });
    expect(await interruptReads(place(2), adjust(-1))).toMatchObject({
      code: 'insufficient_stock',
      body: { stock: [{ available: 1 }] },
    });
    expect(await stock()).toEqual([1, 2]);
  });

  test('while units return to stock includes the returned units', async () => {
    expect(await interruptReads(restock, setStock(9))).toMatchObject(done);
    expect(await stock()).toEqual([11, 0]);
  });
});

describe('a stock count that is removed between load and commit', () => {
  test('no longer limits a new order', async () => {
    expect(await interruptReads(place(3), setStock(null))).toMatchObject({ status: 201 });
    expect(await countedAgain()).toEqual({ available: 9, reserved: 2 });
  });

  test.each([
    ['returned to stock', restock, 0],
    ['shipped', ship('shipped'), 0],
  ])('still ends the reservation of units that are %s', async (_, work, reserved) => {
    expect(await interruptReads(work, setStock(null))).toMatchObject(done);
    expect(await stock()).toBeNull();
    expect(await countedAgain()).toEqual({ available: 9, reserved });
  });

  test.each([
    ['are reserved again', restock, uncancel],
    ['come back', ship('shipped'), ship('ready')],
  ])('still reserves units that %s', async (_, before, work) => {
    await before();
    expect(await interruptReads(work, setStock(null))).toMatchObject(done);
    expect(await countedAgain()).toEqual({ available: 9, reserved: 2 });
  });

  test('leaves no stock to adjust', async () => {
    await setStock(null)();
    expect(await adjust(1)()).toMatchObject({ status: 400, code: 'invalid_request' });
  });
});

describe('a stock count that is added between load and commit', () => {
  test('does not include an order that was already being placed', async () => {
    await setStock(null)();
    expect(await interruptReads(place(3), setStock(1))).toMatchObject({ status: 201 });
    expect(await stock()).toEqual([1, 2]);
  });

  test('lets units be reserved again only if enough are available', async () => {
    await restock();
    await setStock(null)();
    const answer = await interruptReads(uncancel, setStock(1));
    expect(answer).toMatchObject({ code: 'insufficient_stock', body: { stock: [{ sku, requested: 2, available: 1 }] } });
    await setStock(null)();
    expect(await interruptReads(uncancel, setStock(7))).toMatchObject(done);
    expect(await stock()).toEqual([5, 2]);
  });

  test('does not fail a request whose units another request reserved for the same order', async () => {
    await restock();
    const plans = [
      { command: 'GetItem', fault: afterReply(setStock(null)) },
      { command: 'TransactGetItems', fault: beforeCall(async () => [await uncancel(), await setStock(1)()]) },
    ];
    const { result, injected } = await withFaults(plans, uncancel);
    expect([result.status, injected]).toEqual([200, 2]);
    expect(await stock()).toEqual([1, 2]);
  });

  test('is respected even after it was removed', async () => {
    await restock();
    expect(await interruptReads(uncancel, setStock(null), setStock(3))).toMatchObject(done);
    expect(await stock()).toEqual([1, 2]);
    await setStock(null)();
    expect(await interruptReads(restock, setStock(null), setStock(3))).toMatchObject(done);
    expect(await stock()).toEqual([5, 0]);
  });
});

test('a change is recorded with what another request left just before it', async () => {
  const rename = (name: string) => call('updateProduct', { as: store.key, params: { sku }, body: { name } });
  await withFaults([{ command: 'TransactWriteItems', fault: beforeCall(() => rename('Green tea')) }], () =>
    rename('White tea'),
  );
  const entries = (await auditOf(store.tenant.id)).filter(
    ({ operation, before }) => operation === 'updateProduct' && before.sku === sku,
  );
  expect(entries.map(({ before, after }) => [before.name, after.name])).toContainEqual(['Green tea', 'White tea']);
});

test.each([5, null])('an order is rejected if its product, with a stock of %j, is archived meanwhile', async (count) => {
  await setStock(count)();
  const archive = () => call('updateProduct', { as: store.key, params: { sku }, body: { archived: true } });
  expect(await interruptReads(place(1), archive)).toMatchObject({ status: 409, code: 'product_archived' });
});
