import { beforeEach, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, keyed, newProduct } from '../support/orders.ts';
import { auditOf } from '../support/walk.ts';

const sku = 'TEA';
let store: Store;

beforeEach(async () => {
  store = await aStore();
});

const send = (id: string, body: object, headers = {}) => call(id, { as: store.key, params: { sku }, body, headers });
const tea = { name: 'Tea', price: 10, stock: 5 };

/** The entries about products, oldest first. */
const entries = async () =>
  (await auditOf(store.tenant.id))
    .filter(({ operation }) => /Product|Stock/.test(operation))
    .map(({ operation, before, after }) => ({ operation, before, after }))
    .reverse();

test('each change to a product adds one entry, with the SKU and only the changed fields', async () => {
  await send('putProduct', tea);
  await send('putProduct', { ...tea, price: 12, weight: 100 });
  await send('updateProduct', { name: 'Green tea', price: 12 });
  await send('updateProduct', { archived: true });
  const created = { sku, name: 'Tea', price: 10, ...newProduct, stock: { available: 5, reserved: 0 } };
  expect(await entries()).toEqual([
    { operation: 'putProduct', before: {}, after: created },
    { operation: 'putProduct', before: { sku, price: 10, weight: null }, after: { sku, price: 12, weight: 100 } },
    { operation: 'updateProduct', before: { sku, name: 'Tea' }, after: { sku, name: 'Green tea' } },
    { operation: 'updateProduct', before: { sku, archived: false }, after: { sku, archived: true } },
  ]);
});

test('each change to stock adds one entry, with the reason if there is one', async () => {
  await send('putProduct', tea);
  await anOrder(store, { lines: [{ sku, quantity: 2 }] });
  await send('adjustStock', { adjust: 4 });
  await send('adjustStock', { counted: 3, reason: 'broken' });
  const stock = (available: number) => ({ sku, stock: { available, reserved: 2 } });
  expect((await entries()).slice(1)).toEqual([
    { operation: 'adjustStock', before: stock(3), after: stock(7) },
    { operation: 'adjustStock', before: stock(7), after: { ...stock(1), reason: 'broken' } },
  ]);
});

test('no-ops, rejections and repeats add no entry', async () => {
  await send('putProduct', tea);
  await send('adjustStock', { adjust: 1 }, keyed('once'));
  const before = await entries();
  await send('adjustStock', { adjust: 1 }, keyed('once'));
  await send('adjustStock', { adjust: 0 });
  await send('adjustStock', { counted: 6, reason: 'as expected' });
  await send('adjustStock', { adjust: -100 });
  await send('putProduct', { ...tea, stock: 6 });
  await send('putProduct', { ...tea, price: -1 });
  await send('updateProduct', { name: 'Tea', price: 10, weight: null, archived: false });
  await send('updateProduct', { price: 0.001 });
  await call('updateProduct', { as: store.key, params: { sku: 'OTHER' }, body: { price: 1 } });
  await anOrder(store, { lines: [{ sku, quantity: 2 }] });
  expect(await entries()).toEqual(before);
});
