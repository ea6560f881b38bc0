import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { anOrder, aProduct, read, ship, stockOf } from '../support/orders.ts';

const store = await aStore();

const noon = '2026-12-24T12:00:00.000Z';
const states = ['ready', 'shipped', 'delivered'] as const;
const transitions = states.flatMap((from) => states.map((to) => [from, to] as const));

test.each(transitions)('a shipment can change from %s to %s', async (from, to) => {
  const order = await anOrder(store, { authorized: true });
  const before = (await ship(store, order, { state: from })).payload.shipment;
  const { version } = await read(store, order.number);
  const { status, payload } = await ship(store, order, { state: to });
  expect(status).toBe(200);
  const { updated } = payload.shipment;
  expect(payload.shipment).toEqual({ ...order.shipments[0], state: to, updated: from === to ? before.updated : updated });
  const after = await read(store, order.number);
  expect(after).toMatchObject({
    version: from === to ? version : version + 1,
    shipments: [payload.shipment],
    authorized: true,
  });
  if (from !== to) expect(after.updated).toBe(updated);
});

test('null clears the target delivery, and missing fields stay as they are', async () => {
  const order = await anOrder(store, { authorized: true });
  await ship(store, order, { state: 'shipped', target_delivery: '2026-12-24T17:30:00+05:30' });
  await ship(store, order, { target_delivery: noon });
  expect((await ship(store, order, { state: 'delivered' })).payload.shipment).toMatchObject({ target_delivery: noon });
  const { payload } = await ship(store, order, { target_delivery: null });
  expect(payload.shipment).toMatchObject({ state: 'delivered', target_delivery: null });
  expect((await ship(store, order, { target_delivery: null })).payload).toEqual(payload);
  expect((await read(store, order.number)).version).toBe(4);
});

test('the tracking details can be set before the order is authorized, and cleared', async () => {
  const sku = await aProduct(store, { stock: 5 });
  const order = await anOrder(store, { lines: [{ sku, quantity: 2 }] });
  const details = { carrier: 'DHL', tracking_number: 'JD 01', tracking_url: 'https://example.com/track?id=JD01' };
  expect((await ship(store, order, details)).payload.shipment).toMatchObject({ ...details, state: 'ready' });
  expect((await ship(store, order, details)).status).toBe(200);
  expect((await read(store, order.number)).version).toBe(2);
  expect(await stockOf(store, sku)).toEqual([3, 2]);
  const { payload } = await ship(store, order, { carrier: null, tracking_number: '', tracking_url: null });
  expect(payload.shipment).toMatchObject({ carrier: null, tracking_number: null, tracking_url: null });
});
