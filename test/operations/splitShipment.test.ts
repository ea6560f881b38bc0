import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { anOrder, aProduct, read, ship, split } from '../support/orders.ts';

test('moves units into a new shipment that is ready', async () => {
  const store = await aStore();
  const sku = await aProduct(store);
  const order = await anOrder(store, { lines: [{ sku, quantity: 3 }] });
  const [before] = order.shipments;
  const details = { carrier: 'Post', target_delivery: '2026-12-24T12:00:00.000Z' };
  await ship(store, order, details);
  const { status, payload } = await split(store, order.number, { from: before?.id, lines: [{ sku, quantity: 1 }] });
  const after = await read(store, order.number);
  expect([status, payload.shipment.id]).toEqual([201, expect.stringMatching(/^shp_[0-9a-z]{26}$/)]);
  const units = (quantity: number) => ({ lines: [{ sku, quantity, returned: 0 }], updated: after.updated });
  expect(payload.shipment).toEqual({ ...before, id: payload.shipment.id, ...units(1) });
  expect(after.shipments).toEqual([{ ...before, ...details, ...units(2) }, payload.shipment]);
  expect(after).toMatchObject({ version: 3, lines: order.lines, total: 30, balance: 30 });
});
