import { beforeAll, describe, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { anOrder, aProduct, read, ship, stockOf, tally, times, update } from '../support/orders.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const nobody = { id: null, first_name: null, last_name: null, company: null, email: null, phone: null };
const nowhere = {
  name: null,
  company: null,
  line1: null,
  line2: null,
  city: null,
  region: null,
  postal_code: null,
  country: null,
  phone: null,
};
const placed = {
  customer: { first_name: 'Zoe', email: 'zoe@example.com' },
  shipping_address: { line1: '1 Harbour Street', city: 'Berlin' },
  note: 'Ring twice.',
};

test.each([
  [{ customer: { last_name: 'Doe', company: 'ACME' } }, { customer: { ...nobody, last_name: 'Doe', company: 'ACME' } }],
  [{ customer: null }, { customer: null }],
  [{ customer: { first_name: '' } }, { customer: nobody }],
  [{ shipping_address: { city: 'Bonn' } }, { shipping_address: { ...nowhere, city: 'Bonn' } }],
  [{ shipping_address: null }, { shipping_address: null }],
  [{ note: 'Ring once.' }, { note: 'Ring once.' }],
  [{ note: null }, { note: null }],
  [{ note: '' }, { note: null }],
  [
    { note: 'Gone.', cancelled: true },
    { note: 'Gone.', cancelled: true, balance: 0 },
  ],
])('%j replaces the field as a whole, and a repeat changes nothing', async (body, changed) => {
  const order = await anOrder(store, placed);
  const { status, payload } = await update(store, order.number, body);
  expect(status).toBe(200);
  expect(payload.orders).toEqual({ ...order, ...changed, version: 2, updated: payload.orders.updated });
  expect((await update(store, order.number, body)).payload).toEqual(payload);
  expect(await read(store, order.number)).toEqual(payload.orders);
});

describe('the address of an order that was shipped', () => {
  test('cannot change, and nothing else of the request is applied', async () => {
    const order = await anOrder(store, { ...placed, authorized: true });
    await ship(store, order, { state: 'shipped' });
    const before = await read(store, order.number);
    for (const shipping_address of [{ city: 'Bonn' }, null]) {
      expect(await update(store, order.number, { shipping_address, note: 'new' })).toMatchObject({
        status: 409,
        code: 'order_shipped',
      });
    }
    expect(await read(store, order.number)).toEqual(before);
  });

  test('may be sent again unchanged, and can change again once the shipment is back to ready', async () => {
    const order = await anOrder(store, { ...placed, authorized: true });
    await ship(store, order, { state: 'delivered' });
    const { shipping_address } = order;
    expect((await update(store, order.number, { shipping_address, note: 'new' })).status).toBe(200);
    await ship(store, order, { state: 'ready' });
    expect((await update(store, order.number, { shipping_address: { city: 'Bonn' } })).status).toBe(200);
  });
});

test('a correction and a restock happen together', async () => {
  const sku = await aProduct(store, { stock: 5 });
  const { number } = await anOrder(store, { lines: [{ sku, quantity: 2 }] });
  const { payload } = await update(store, number, { note: 'Refused.', cancelled: true, restock: true });
  expect(payload.orders).toMatchObject({ note: 'Refused.', cancelled: true, version: 2 });
  expect(await stockOf(store, sku)).toEqual([5, 0]);
});

test('concurrent corrections of different fields are all kept', async () => {
  const { number } = await anOrder(store);
  const bodies = [{ customer: { first_name: 'Mary' } }, { note: 'Ring once.' }, { shipping_address: { city: 'Bonn' } }];
  expect(tally(await times(3, (i) => update(store, number, bodies[i])))).toEqual({ 200: 3 });
  expect(await read(store, number)).toMatchObject({ ...bodies[0], ...bodies[1], ...bodies[2], version: 4 });
});

describe('the tracking details of a shipment', () => {
  const details = { carrier: 'DHL', tracking_number: 'JD 01', tracking_url: 'https://example.com/track?id=JD01' };

  test('can be set before the order is authorized, and cleared', async () => {
    const order = await anOrder(store);
    expect((await ship(store, order, details)).payload.shipment).toMatchObject({ ...details, state: 'ready' });
    expect((await ship(store, order, details)).status).toBe(200);
    expect((await read(store, order.number)).version).toBe(2);
    const cleared = { carrier: null, tracking_number: '', tracking_url: null };
    expect((await ship(store, order, cleared)).payload.shipment).toMatchObject({
      carrier: null,
      tracking_number: null,
      tracking_url: null,
    });
  });
});
