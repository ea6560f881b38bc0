import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { anOrder, aProduct, read, ship, split, stockOf, tally, times, update } from '../support/orders.ts';

let store: Store;
let tea: string;
let cup: string;

beforeAll(async () => {
  store = await aStore();
  [tea, cup] = [await aProduct(store), await aProduct(store)];
});

const firstOf = ({ shipments }: Order) => shipments[0]?.id as string;

/** Splits the first shipment of an order. */
const splitOff = (order: Order, lines: unknown, headers = {}) =>
  split(store, order.number, { from: firstOf(order), lines }, headers);

const units = (...lines: [sku: string, quantity: number][]) => lines.map(([sku, quantity]) => ({ sku, quantity }));

test('moves units into a new shipment that is ready', async () => {
  const order = await anOrder(store, { lines: [{ sku: tea, quantity: 3 }] });
  await ship(store, order, { carrier: 'Post', target_delivery: '2026-12-24T12:00:00.000Z' });
  const { status, payload } = await splitOff(order, [{ sku: tea, quantity: 1 }]);
  const after = await read(store, order.number);
  expect(status).toBe(201);
  expect(payload.shipment).toEqual({
    id: expect.stringMatching(/^shp_[0-9a-z]{26}$/),
    state: 'ready',
    target_delivery: null,
    carrier: null,
    tracking_number: null,
    tracking_url: null,
    lines: [{ sku: tea, quantity: 1, returned: 0 }],
    updated: after.updated,
  });
  expect(after.shipments).toEqual([
    {
      ...order.shipments[0],
      carrier: 'Post',
      target_delivery: '2026-12-24T12:00:00.000Z',
      lines: [{ sku: tea, quantity: 2, returned: 0 }],
      updated: after.updated,
    },
    payload.shipment,
  ]);
  expect(after).toMatchObject({ version: 3, lines: order.lines, total: 30, balance: 30 });
});

test('lines of the same product are added up, used in order, and removed when empty', async () => {
  const order = await anOrder(store, { lines: units([tea, 2], [cup, 1], [tea, 3]) });
  expect((await splitOff(order, units([tea, 3], [tea, 1], [cup, 1]))).status).toBe(201);
  const { shipments } = await read(store, order.number);
  expect(shipments.map(({ lines }) => lines)).toMatchObject([units([tea, 1]), units([tea, 4], [cup, 1])]);
});

describe('rejects', () => {
  test('all units, and more than there are, across lines', async () => {
    const order = await anOrder(store, { lines: units([tea, 2], [cup, 1]) });
    const exceeded = (max: number) => ({ status: 409, code: 'shipment_exceeded', body: { max } });
    expect(await splitOff(order, units([tea, 1], [tea, 2]))).toMatchObject(exceeded(2));
    expect(await splitOff(order, units([cup, 1], [tea, 2]))).toMatchObject(exceeded(1));
    expect(await splitOff(order, units(['OTHER', 1]))).toMatchObject(exceeded(0));
    expect(await read(store, order.number)).toEqual(order);
  });

  test('a shipment that has left', async () => {
    const order = await anOrder(store, { lines: [{ sku: tea, quantity: 2 }], authorized: true });
    await ship(store, order, { state: 'shipped' });
    expect(await splitOff(order, [{ sku: tea, quantity: 9 }])).toMatchObject({ status: 409, code: 'shipment_sent' });
  });

  test('a 21st shipment', async () => {
    const order = await anOrder(store, { lines: [{ sku: tea, quantity: 30 }] });
    const answers = await times(20, () => splitOff(order, [{ sku: tea, quantity: 1 }]));
    expect(tally(answers)).toEqual({ 201: 19, order_full: 1 });
    expect((await read(store, order.number)).shipments).toHaveLength(20);
  });
});

test('thirty concurrent splits never lose or double a unit', async () => {
  const order = await anOrder(store, { lines: [{ sku: tea, quantity: 8 }] });
  const answers = await times(30, () => splitOff(order, [{ sku: tea, quantity: 1 }]));
  expect(tally(answers)).toEqual({ 201: 7, shipment_exceeded: 23 });
  const { shipments } = await read(store, order.number);
  expect(shipments.map(({ lines }) => lines)).toMatchObject(Array.from({ length: 8 }, () => units([tea, 1])));
});

test('each shipment holds its own units', async () => {
  const sku = await aProduct(store, { stock: 10 });
  const order = await anOrder(store, { lines: [{ sku, quantity: 6 }], authorized: true });
  const { payload } = await splitOff(order, [{ sku, quantity: 2 }]);
  expect(await stockOf(store, sku)).toEqual([4, 6]);
  const second = { ...order, shipments: [payload.shipment] };
  await ship(store, second, { state: 'shipped' });
  expect(await stockOf(store, sku)).toEqual([4, 4]);
  await update(store, order.number, { cancelled: true, restock: true });
  expect(await stockOf(store, sku)).toEqual([8, 0]);
  expect((await splitOff(order, [{ sku, quantity: 1 }])).status).toBe(201);
  expect(await stockOf(store, sku)).toEqual([8, 0]);
  await ship(store, second, { state: 'ready' });
  expect(await stockOf(store, sku)).toEqual([8, 2]);
  await update(store, order.number, { cancelled: false });
  expect(await stockOf(store, sku)).toEqual([4, 6]);
});
