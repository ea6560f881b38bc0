import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { anOrder, aProduct, keyed, read, ship, split, stockOf, tally, times, update } from '../support/orders.ts';

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

const linesOf = async (number: string) =>
  (await read(store, number)).shipments.map(({ lines }) => lines.map(({ sku, quantity }) => [sku, quantity]));

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
  const lines = [
    { sku: tea, quantity: 2 },
    { sku: cup, quantity: 1 },
    { sku: tea, quantity: 3 },
  ];
  const order = await anOrder(store, { lines });
  const given = [
    { sku: tea, quantity: 3 },
    { sku: tea, quantity: 1 },
    { sku: cup, quantity: 1 },
  ];
  expect((await splitOff(order, given)).status).toBe(201);
  expect(await linesOf(order.number)).toEqual([
    [[tea, 1]],
    [
      [tea, 4],
      [cup, 1],
    ],
  ]);
});

describe('rejects', () => {
  test.each<[string, number, [string, number][]]>([
    ['more units than there are', 2, [['tea', 3]]],
    [
      'more units than there are, across two lines',
      2,
      [
        ['tea', 1],
        ['tea', 2],
      ],
    ],
    ['units of another product', 0, [['other', 1]]],
    [
      'all units',
      0,
      [
        ['tea', 2],
        ['cup', 1],
      ],
    ],
    [
      'all units, the last product first',
      1,
      [
        ['cup', 1],
        ['tea', 2],
      ],
    ],
  ])('%s', async (_, max, given) => {
    const skus: Record<string, string> = { tea, cup, other: 'OTHER' };
    const order = await anOrder(store, {
      lines: [
        { sku: tea, quantity: 2 },
        { sku: cup, quantity: 1 },
      ],
    });
    const answer = await splitOff(
      order,
      given.map(([name, quantity]) => ({ sku: skus[name], quantity })),
    );
    expect(answer).toMatchObject({ status: 409, code: 'shipment_exceeded', body: { max } });
    expect(await read(store, order.number)).toEqual(order);
  });

  test('a shipment that has left', async () => {
    const order = await anOrder(store, { lines: [{ sku: tea, quantity: 2 }], authorized: true });
    await ship(store, order, { state: 'shipped' });
    expect(await splitOff(order, [{ sku: tea, quantity: 9 }])).toMatchObject({ status: 409, code: 'shipment_sent' });
  });

  test('a shipment of another order or store', async () => {
    const [order, other] = [await anOrder(store), await anOrder(store)];
    const body = { from: firstOf(other), lines: [{ sku: tea, quantity: 1 }] };
    expect(await split(store, order.number, body)).toMatchObject({ status: 404 });
    expect(await split(await aStore(), other.number, body)).toMatchObject({ status: 404 });
  });

  test.each<[string[], object]>([
    [['from', 'lines'], {}],
    [['lines'], { from: 'shp_1', lines: [] }],
    [['lines[0].quantity'], { from: 'shp_1', lines: [{ sku: 'TEA', quantity: 0 }] }],
    [['lines[0].sku'], { from: 'shp_1', lines: [{ sku: '', quantity: 1 }] }],
    [['restock'], { from: 'shp_1', lines: [{ sku: 'TEA', quantity: 1 }], restock: true }],
  ])('the fields %j of %j', async (fields, body) => {
    const { number } = await anOrder(store);
    const answer = await split(store, number, body);
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  test('a 21st shipment', async () => {
    const order = await anOrder(store, { lines: [{ sku: tea, quantity: 30 }] });
    const answers = await times(20, () => splitOff(order, [{ sku: tea, quantity: 1 }]));
    expect(tally(answers)).toEqual({ 201: 19, order_full: 1 });
    expect((await read(store, order.number)).shipments).toHaveLength(20);
  });
});

test('a repeated request splits once, and returns the shipment as it is now', async () => {
  const order = await anOrder(store, { lines: [{ sku: tea, quantity: 9 }], authorized: true });
  const given = [{ sku: tea, quantity: 2 }];
  const answers = await times(5, () => splitOff(order, given, keyed('split')));
  expect(tally(answers)).toEqual({ 201: 5 });
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'])).toHaveLength(4);
  const { shipments } = await read(store, order.number);
  expect(shipments).toHaveLength(2);
  await ship(store, { ...order, shipments: shipments.slice(1) }, { state: 'shipped' });
  await ship(store, order, { state: 'shipped' });
  const again = await splitOff(order, given, keyed('split'));
  expect(again.payload.shipment).toMatchObject({ id: shipments[1]?.id, state: 'shipped' });
  expect(await splitOff(order, [{ sku: tea, quantity: 3 }], keyed('split'))).toMatchObject({ status: 422 });
});

test('thirty concurrent splits never lose or double a unit', async () => {
  const order = await anOrder(store, { lines: [{ sku: tea, quantity: 8 }] });
  const answers = await times(30, () => splitOff(order, [{ sku: tea, quantity: 1 }]));
  expect(tally(answers)).toEqual({ 201: 7, shipment_exceeded: 23 });
  expect((await linesOf(order.number)).flat()).toEqual(Array.from({ length: 8 }, () => [tea, 1]));
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
