import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { anOrder, getOrder, place, read, ship, update } from '../support/orders.ts';

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

const cancelled = { cancelled: true, balance: 0 };

/** Each body, with what it changes if that is not the body itself. */
test.each<[object, object?]>([
  [{ authorized: true }],
  [{ cancelled: true }, cancelled],
  [{ visible: false }],
  [{ authorized: true, visible: false }],
  [
    { authorized: true, cancelled: true, visible: false },
    { authorized: true, visible: false, ...cancelled },
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
    { note: 'Gone.', ...cancelled },
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

test('billing address, reference, tags and metadata can change in any state of the order', async () => {
  const order = await anOrder(store, { ...placed, authorized: true });
  await ship(store, order, { state: 'delivered' });
  await update(store, order.number, { cancelled: true });
  expect((await update(store, order.number, noneSent)).payload.orders).toMatchObject({ ...noneSent, tags: [] });
});

test('returns every value of the metadata as it was sent', async () => {
  const order = await anOrder(store);
  const metadata = '{"z":1.10,"a":1e400,"id":12345678901234567890,"__proto__":{"b":-0},"c":null}';
  const lines = JSON.stringify([{ sku: order.lines[0]?.sku, quantity: 1 }]);
  await update(store, order.number, `{"metadata":${metadata}}`);
  const { orders: placed } = (await place(store, `{"lines":${lines},"metadata":${metadata}}`)).payload;
  for (const { number } of [order, placed]) {
    await update(store, number, { note: 'new' });
    expect((await getOrder(store, number)).text).toContain(`"metadata":${metadata.replace('1.10', '1.1')}`);
  }
});
