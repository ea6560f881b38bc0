import { expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore } from '../support/actors.ts';
import { type Answer, call } from '../support/call.ts';
import { anOrder, aProduct, place, read, ship, split, stockOf, update } from '../support/orders.ts';

const store = await aStore();

const setStock = (sku: string, stock: number | null) =>
  call('putProduct', { as: store.key, params: { sku }, body: { name: 'Tea', price: 10, stock } });

const steps: Record<string, (order: Order, sku: string) => Promise<Answer>> = {
  cancel: ({ number }) => update(store, number, { cancelled: true }),
  keep: ({ number }) => update(store, number, { cancelled: true, restock: false }),
  restock: ({ number }) => update(store, number, { cancelled: true, restock: true }),
  'un-cancel': ({ number }) => update(store, number, { cancelled: false }),
  ship: (order) => ship(store, order, { state: 'shipped' }),
  deliver: (order) => ship(store, order, { state: 'delivered' }),
  'un-ship': (order) => ship(store, order, { state: 'ready' }),
  carrier: (order) => ship(store, order, { carrier: 'DHL' }),
  split: ({ number, shipments }, sku) => split(store, number, { from: shipments[0]?.id, lines: [{ sku, quantity: 1 }] }),
  'stop counting': (_, sku) => setStock(sku, null),
  'count 2': (_, sku) => setStock(sku, 2),
  'count 7': (_, sku) => setStock(sku, 7),
};

// An order reserves 4 of 10 units: 6 are available and 4 reserved.
test.each<[string, [number, number] | null]>([
  ['cancel', [6, 4]],
  ['cancel, un-cancel', [6, 4]],
  ['restock', [10, 0]],
  ['cancel, restock, restock, cancel, keep', [10, 0]],
  ['restock, un-cancel', [6, 4]],
  ['restock, un-cancel, ship', [6, 0]],
  ['ship', [6, 0]],
  ['ship, ship, deliver, ship', [6, 0]],
  ['ship, un-ship', [6, 4]],
  ['deliver, un-ship, un-ship', [6, 4]],
  ['ship, restock', [6, 0]],
  ['ship, restock, un-cancel', [6, 0]],
  ['ship, restock, un-ship', [6, 4]],
  ['ship, restock, un-ship, restock', [10, 0]],
  ['deliver, cancel, un-ship, restock, un-cancel', [6, 4]],
  ['ship, restock, deliver, un-ship, un-cancel, restock', [10, 0]],
  ['ship, cancel, un-ship, restock', [10, 0]],
  ['restock, carrier, un-cancel', [6, 4]],
  ['split, ship, carrier', [6, 1]],
  ['split, ship, restock', [7, 0]],
  ['split, ship, restock, un-cancel', [6, 1]],
  ['split, ship, restock, un-ship', [7, 3]],
  ['restock, split', [10, 0]],
  ['restock, split, un-cancel', [6, 4]],
  ['stop counting, count 7, restock', [11, 0]],
  ['stop counting, restock', null],
  ['stop counting, restock, count 7', [7, 0]],
  ['stop counting, restock, count 7, un-cancel', [3, 4]],
  ['restock, stop counting, un-cancel, count 7', [7, 4]],
  ['restock, count 2, stop counting, un-cancel, count 7', [7, 4]],
  ['restock, stop counting, un-cancel, restock, count 7', [7, 0]],
  ['stop counting, ship, count 7', [7, 0]],
  ['stop counting, ship, count 7, un-ship', [7, 4]],
  ['ship, stop counting, un-ship, count 7', [7, 4]],
  ['count 7, restock', [11, 0]],
])('%s leaves a stock of %j', async (names, stock) => {
  const sku = await aProduct(store, { stock: 10 });
  const order = await anOrder(store, { lines: [{ sku, quantity: 4 }], authorized: true });
  for (const name of names.split(', ')) expect((await steps[name]?.(order, sku))?.status).toBeLessThan(300);
  expect(await stockOf(store, sku)).toEqual(stock);
});

test('a restock of a cancelled order changes it once', async () => {
  const { number } = await anOrder(store, { lines: [{ sku: await aProduct(store, { stock: 4 }), quantity: 4 }] });
  await update(store, number, { cancelled: true });
  for (let i = 0; i < 2; i++) {
    expect((await update(store, number, { cancelled: true, restock: true })).payload.orders).toMatchObject({ version: 3 });
  }
});

test('rejects reopening an order if another order has the units', async () => {
  const [few, plenty] = [await aProduct(store, { stock: 4 }), await aProduct(store, { stock: 9 })];
  const lines = [
    { sku: plenty, quantity: 1 },
    { sku: few, quantity: 2 },
    { sku: few, quantity: 2 },
  ];
  const { number } = await anOrder(store, { lines });
  const cancelled = (await update(store, number, { cancelled: true, restock: true })).payload.orders;
  await anOrder(store, { lines: [{ sku: few, quantity: 1 }] });
  const rejected = await update(store, number, { cancelled: false, authorized: true, visible: false });
  expect(rejected).toMatchObject({
    status: 409,
    code: 'insufficient_stock',
    body: {
      description: `There is not enough stock. ${few}: 4 requested, 3 available. Add stock before you reopen the order.`,
      stock: [{ sku: few, requested: 4, available: 3 }],
    },
  });
  expect(rejected.body.errors).toEqual([{ field: 'lines[1].quantity', message: `${few}: 4 requested, 3 available` }]);
  expect(await read(store, number)).toEqual(cancelled);
  expect([await stockOf(store, few), await stockOf(store, plenty)]).toEqual([
    [3, 1],
    [9, 0],
  ]);
  await call('adjustStock', { as: store.key, params: { sku: few }, body: { adjust: 1 } });
  expect(await update(store, number, { cancelled: false })).toMatchObject({ status: 200 });
  expect([await stockOf(store, few), await stockOf(store, plenty)]).toEqual([
    [0, 5],
    [8, 1],
  ]);
});

test('an order moves the stock only of products that had a stock count when it was placed', async () => {
  const [counted, not] = [await aProduct(store, { stock: 5 }), await aProduct(store)];
  const lines = [
    { sku: counted, quantity: 2 },
    { sku: not, quantity: 2 },
    { sku: counted, quantity: 1 },
  ];
  const order = await anOrder(store, { lines, authorized: true });
  await setStock(not, 7);
  for (const name of ['restock', 'un-cancel', 'ship', 'un-ship', 'restock']) {
    await steps[name]?.(order, '');
    expect(await stockOf(store, not)).toEqual([7, 0]);
  }
  expect(await stockOf(store, counted)).toEqual([5, 0]);
  expect(await place(store, { lines: [{ sku: not, quantity: 8 }] })).toMatchObject({ code: 'insufficient_stock' });
});
