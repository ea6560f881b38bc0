import { expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore } from '../support/actors.ts';
import { type Answer, call } from '../support/call.ts';
import { anOrder, aProduct, read, ship, split, stockOf, update } from '../support/orders.ts';

const store = await aStore();

const setStock = (sku: string, stock: number | null) =>
  call('putProduct', { as: store.key, params: { sku }, body: { name: 'Tea', price: 10, stock } });

const steps: Record<string, (order: Order, sku: string) => Promise<Answer>> = {
  cancel: ({ number }) => update(store, number, { cancelled: true }),
  keep: ({ number }) => update(store, number, { cancelled: true, restock: false }),
  restock: ({ number }) => update(store, number, { cancelled: true, restock: true }),
  reopen: ({ number }) => update(store, number, { cancelled: false }),
  ship: (order) => ship(store, order, { state: 'shipped' }),
  deliver: (order) => ship(store, order, { state: 'delivered' }),
  'un-ship': (order) => ship(store, order, { state: 'ready' }),
  carrier: (order) => ship(store, order, { carrier: 'DHL' }),
  split: ({ number, shipments }, sku) => split(store, number, { from: shipments[0]?.id, lines: [{ sku, quantity: 1 }] }),
  'stop counting': (_, sku) => setStock(sku, null),
  'count 2': (_, sku) => setStock(sku, 2),
  'count 7': (_, sku) => setStock(sku, 7),
};

// An order reserves 4 of 10 units: 6 are available and 4 reserved. Without a stock count, it reserves none.
test.each<[course: string, stock?: null]>([
  ['count 7: 7/0, restock: 7/0, reopen: 7/0, ship: 7/0, un-ship: 7/0, restock: 7/0', null],
  ['cancel: 6/4, reopen: 6/4, cancel: 6/4, restock: 10/0, restock: 10/0, cancel: 10/0, keep: 10/0'],
  ['restock: 10/0, reopen: 6/4, ship: 6/0, ship: 6/0, deliver: 6/0, ship: 6/0, un-ship: 6/4, un-ship: 6/4'],
  ['ship: 6/0, restock: 6/0, reopen: 6/0, restock: 6/0, un-ship: 6/4, restock: 10/0, reopen: 6/4'],
  ['deliver: 6/0, cancel: 6/0, un-ship: 6/4, restock: 10/0'],
  ['ship: 6/0, restock: 6/0, deliver: 6/0, un-ship: 6/4, reopen: 6/4, restock: 10/0, carrier: 10/0, reopen: 6/4'],
  ['split: 6/4, ship: 6/1, carrier: 6/1, restock: 7/0, reopen: 6/1, restock: 7/0, un-ship: 7/3, reopen: 6/4'],
  ['restock: 10/0, split: 10/0, reopen: 6/4'],
  ['stop counting: -, count 7: 7/4, restock: 11/0'],
  ['stop counting: -, restock: -, count 7: 7/0, reopen: 3/4, count 7: 7/4, restock: 11/0'],
  ['restock: 10/0, stop counting: -, reopen: -, count 7: 7/4'],
  ['restock: 10/0, count 2: 2/0, stop counting: -, reopen: -, restock: -, count 7: 7/0'],
  ['stop counting: -, ship: -, count 7: 7/0, un-ship: 7/4'],
  ['ship: 6/0, stop counting: -, un-ship: -, count 7: 7/4'],
])('leaves the available and reserved units after each step: %s', async (course, stock: number | null = 10) => {
  const sku = await aProduct(store, { stock });
  const order = await anOrder(store, { lines: [{ sku, quantity: 4 }], authorized: true });
  for (const [name = '', expected] of course.split(', ').map((step) => step.split(': '))) {
    expect((await steps[name]?.(order, sku))?.status).toBeLessThan(300);
    expect([name, (await stockOf(store, sku))?.join('/') ?? '-']).toEqual([name, expected]);
  }
});

test('rejects reopening an order if another order has the units', async () => {
  const [few, plenty] = [await aProduct(store, { stock: 4 }), await aProduct(store, { stock: 9 })];
  const stocks = async () => [await stockOf(store, few), await stockOf(store, plenty)].map((stock) => stock?.join('/'));
  const lines = [
    { sku: plenty, quantity: 1 },
    { sku: few, quantity: 2 },
    { sku: few, quantity: 2 },
  ];
  const { number } = await anOrder(store, { lines });
  const cancelled = (await update(store, number, { cancelled: true, restock: true })).payload.orders;
  await anOrder(store, { lines: [{ sku: few, quantity: 1 }] });
  const rejected = await update(store, number, { cancelled: false, authorized: true, visible: false });
  expect(rejected).toMatchObject({ status: 409, code: 'insufficient_stock' });
  expect(rejected.body.stock).toEqual([{ sku: few, requested: 4, available: 3 }]);
  expect(rejected.body.errors).toEqual([{ field: 'lines[1].quantity', message: `${few}: 4 requested, 3 available` }]);
  expect(rejected.body.description).toMatch(/ Add stock before you reopen the order\.$/);
  expect(await read(store, number)).toEqual(cancelled);
  expect(await stocks()).toEqual(['3/1', '9/0']);
  await call('adjustStock', { as: store.key, params: { sku: few }, body: { adjust: 1 } });
  expect(await update(store, number, { cancelled: false })).toMatchObject({ status: 200 });
  expect(await stocks()).toEqual(['0/5', '8/1']);
});
