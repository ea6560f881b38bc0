import { expect, test } from '@jest/globals';
import type { HistoryEntry } from '../../lib/order/schema.ts';
import { aManagementKey, aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, pay, read, returnUnits, ship, split, update } from '../support/orders.ts';

const store = await aStore();

const historyOf = async (number: string): Promise<HistoryEntry[]> =>
  (await call('getHistory', { as: store.key, params: { number } })).payload.entries;

const changesIn = async (number: string) =>
  (await historyOf(number)).reverse().map(({ operation, changes }) => [operation, ...changes]);

const change = (field: string, from: unknown, to: unknown) => ({ field, from, to });

test('an entry says who changed what, when and by which request', async () => {
  const key = await aManagementKey(store.tenant.id, { label: 'web shop' });
  const { number } = await anOrder(store);
  const headers = { 'X-Actor': 'usr-7' };
  const { payload, headers: sent } = await update({ key }, number, { authorized: true }, headers);
  const [latest, first] = await historyOf(number);
  expect(latest).toEqual({
    time: payload.orders.updated,
    version: 2,
    operation: 'updateOrder',
    key: { id: expect.stringMatching(/^key_/), label: 'web shop' },
    actor: 'usr-7',
    request_id: sent['x-request-id'],
    changes: [change('authorized', false, true)],
  });
  await update(store, number, { visible: false });
  await update({ key }, number, { note: 'Ring twice.' });
  expect((await historyOf(number)).map((entry) => entry.key?.label)).toEqual(['web shop', null, 'web shop', null]);
  expect(first).toMatchObject({
    time: payload.orders.created,
    version: 1,
    operation: 'placeOrder',
    key: { label: null },
    actor: null,
    changes: [],
  });
});

test('each release of stock is an entry of its own', async () => {
  const sku = await aProduct(store, { stock: 9 });
  const order = await anOrder(store, { lines: [{ sku, quantity: 3 }], authorized: true });
  const { number } = order;
  await split(store, number, { from: order.shipments[0]?.id as string, lines: [{ sku, quantity: 1 }] });
  await ship(store, order, { state: 'shipped' });
  await update(store, number, { cancelled: true, restock: true });
  await ship(store, order, { state: 'ready' });
  await update(store, number, { cancelled: true, restock: true });
  const restocks = (await changesIn(number)).filter(([operation]) => operation === 'updateOrder');
  expect(restocks.at(-1)).toEqual(['updateOrder', change('restock', false, true)]);
});

test('changes are kept with their fields', async () => {
  const sku = await aProduct(store, { stock: 9 });
  const order = await anOrder(store, { lines: [{ sku, quantity: 3 }], authorized: true });
  const { number } = order;
  const id = order.shipments[0]?.id as string;
  const { payment } = (await pay(store, number, { total: 5 })).payload;
  await call('createCredit', { as: store.key, params: { number }, body: { amount: 2.5 } });
  await update(store, number, { customer: { first_name: 'x'.repeat(150) }, note: `${'x'.repeat(99)}😀😀`, visible: false });
  await update(store, number, { reference: 'PO 18', tags: ['late'], metadata: { secret: 'x' } });
  const { shipment } = (await split(store, number, { from: id, lines: [{ sku, quantity: 1 }] })).payload;
  await ship(store, order, { state: 'shipped', carrier: 'Post', tracking_number: '1' });
  await returnUnits(store, order);
  await update(store, number, { cancelled: true, restock: true });
  await update(store, number, { cancelled: false });
  const { payment: refund } = (await pay(store, number, { method: 'refund', total: -1, credit: true })).payload;
  const customer = { id: null, first_name: 'x'.repeat(100), last_name: null, company: null, email: null, phone: null };
  const note = `${'x'.repeat(99)}😀`;
  expect(await changesIn(number)).toEqual([
    ['placeOrder'],
    ['createPayment', change('payment', null, payment.id)],
    ['createCredit', change('credit', null, 2.5)],
    ['updateOrder', change('visible', true, false), change('customer', null, customer), change('note', null, note)],
    // The values of metadata are left out.
    ['updateOrder', change('reference', null, 'PO 18'), change('tags', [], ['late']), change('metadata', null, null)],
    [
      'splitShipment',
      change(`shipments.${id}.lines`, `3 ${sku}`, `2 ${sku}`),
      change(`shipments.${shipment.id}.lines`, null, `1 ${sku}`),
    ],
    [
      'updateShipment',
      change(`shipments.${id}.state`, 'ready', 'shipped'),
      change(`shipments.${id}.carrier`, null, 'Post'),
      change(`shipments.${id}.tracking_number`, null, '1'),
    ],
    ['returnShipment', change(`shipments.${id}.returned`, 0, 2)],
    ['updateOrder', change('cancelled', false, true), change('restock', false, true)],
    ['updateOrder', change('cancelled', true, false), change('restock', true, false)],
    ['createPayment', change('payment', null, refund.id)],
  ]);
  const versions = (await historyOf(number)).map(({ version }) => version);
  expect(versions).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect((await read(store, number)).version).toBe(11);
});
