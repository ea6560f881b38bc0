import { expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore } from '../support/actors.ts';
import { anOrder, aProduct, read, ship, split, tally, times } from '../support/orders.ts';

const store = await aStore();
const [tea, cup] = [await aProduct(store), await aProduct(store)];

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

test('thirty concurrent splits never lose or double a unit', async () => {
  const order = await anOrder(store, { lines: [{ sku: tea, quantity: 8 }] });
  const answers = await times(30, () => splitOff(order, [{ sku: tea, quantity: 1 }]));
  expect(tally(answers)).toEqual({ 201: 7, shipment_exceeded: 23 });
  const { shipments } = await read(store, order.number);
  expect(shipments.map(({ lines }) => lines)).toMatchObject(Array.from({ length: 8 }, () => units([tea, 1])));
});
