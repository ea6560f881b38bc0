import { describe, expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { anOrder, aProduct, read, ship, stockOf, tally, times, update } from '../support/orders.ts';

const store = await aStore();

/** An order with everything that can be corrected. */
const placed = {
  customer: { first_name: 'Zoe', email: 'zoe@example.com' },
  shipping_address: { line1: '1 Harbour Street', city: 'Berlin' },
  billing_address: { company: 'Tea House', city: 'Bonn' },
  note: 'Ring twice.',
  reference: 'PO-2026/17',
  tags: ['gift', 'Gift', 'b2b'],
  metadata: { channel: 'app', nested: [{ rate: 1e2 }] },
};
const noneSent = { billing_address: null, reference: null, tags: null, metadata: null };

/** Each body, with what it changes if that is not the body itself. */
test.each<[object, object?]>([
  [{ authorized: true }],
  [{ cancelled: true }, { cancelled: true, balance: 0 }],
  [{ visible: false }],
  [{ authorized: true, visible: false }],
  [
    { authorized: true, cancelled: true, visible: false },
    { authorized: true, cancelled: true, visible: false, balance: 0 },
  ],
  [
    { customer: { last_name: 'Doe', company: 'ACME' } },
    { customer: { id: null, first_name: null, last_name: 'Doe', company: 'ACME', email: null, phone: null } },
  ],
  [{ customer: null }],
  [{ customer: { first_name: '' } }, { customer: expect.objectContaining({ first_name: null, email: null }) }],
  [{ shipping_address: { city: 'Bonn' } }, { shipping_address: expect.objectContaining({ city: 'Bonn', line1: null }) }],
  [{ shipping_address: null }],
  [{ billing_address: { city: 'Trier' } }, { billing_address: expect.objectContaining({ city: 'Trier', company: null }) }],
  [{ billing_address: null }],
  [{ note: 'Ring once.' }],
  [{ note: null }],
  [{ note: '' }, { note: null }],
  [
    { note: 'Gone.', cancelled: true },
    { note: 'Gone.', cancelled: true, balance: 0 },
  ],
  [{ reference: 'PO 18' }],
  [{ reference: '' }, { reference: null }],
  [{ tags: ['late'] }],
  [{ tags: [] }],
  [{ tags: null }, { tags: [] }],
  [{ metadata: { a: 1 } }],
  [noneSent, { ...noneSent, tags: [] }],
])('%j sets each field as a whole, in one step, and a repeat changes nothing', async (body, changed = body) => {
  const order = await anOrder(store, placed);
  const { status, payload, headers } = await update(store, order.number, body);
  expect([status, headers.etag]).toEqual([200, '"2"']);
  const { updated } = payload.orders;
  expect(payload.orders).toEqual({ ...order, ...changed, version: 2, updated });
  expect(updated >= order.updated).toBe(true);
  expect((await update(store, order.number, body)).payload).toEqual(payload);
  expect(await read(store, order.number)).toEqual(payload.orders);
});

test('each flag can be reset', async () => {
  const order = await anOrder(store, { authorized: true });
  await update(store, order.number, { authorized: false, cancelled: true, visible: false });
  const { payload } = await update(store, order.number, { authorized: true, cancelled: false, visible: true });
  expect(payload.orders).toEqual({ ...order, version: 3, updated: payload.orders.updated });
});

test('billing address, reference, tags and metadata can change in any state of the order', async () => {
  const order = await anOrder(store, { ...placed, authorized: true });
  await ship(store, order, { state: 'delivered' });
  await update(store, order.number, { cancelled: true });
  expect((await update(store, order.number, noneSent)).payload.orders).toMatchObject({ ...noneSent, tags: [] });
});

describe('the address of an order that was shipped', () => {
  test('cannot change, and nothing else of the request is applied', async () => {
    const order = await anOrder(store, { ...placed, authorized: true });
    await ship(store, order, { state: 'shipped' });
    const before = await read(store, order.number);
    for (const shipping_address of [{ city: 'Bonn' }, null]) {
      const answer = await update(store, order.number, { shipping_address, note: 'new' });
      expect(answer).toMatchObject({ status: 409, code: 'order_shipped' });
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

test('of twenty concurrent changes with the same If-Match, one succeeds', async () => {
  const { number } = await anOrder(store);
  const answers = await times(20, () => update(store, number, { visible: false }, { 'If-Match': '"1"' }));
  expect(tally(answers)).toEqual({ 200: 1, version_mismatch: 19 });
});
