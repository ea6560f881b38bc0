import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, getOrder, place, read, stockOf, times } from '../support/orders.ts';

const store = await aStore();

const nothing = { customer: null, shipping_address: null, billing_address: null, note: null, reference: null, metadata: null };

test('a minimal order has every field and gets the number 1001', async () => {
  const fresh = await aStore();
  const sku = await aProduct(fresh, { name: 'Green tea', price: 4.35 });
  const { status, payload, headers } = await place(fresh, { lines: [{ sku, quantity: 3 }] });
  expect([status, headers.etag]).toEqual([201, '"1"']);
  const { created, shipments } = payload.orders;
  expect(created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(shipments[0].id).toMatch(/^shp_[0-9a-z]{26}$/);
  const line = { line: 0, sku, name: 'Green tea', quantity: 3, price: 4.35, total: 13.05, tax_rate: null };
  const delivery = { target_delivery: null, carrier: null, tracking_number: null, tracking_url: null };
  expect(payload.orders).toEqual({
    ...{ number: '1001', created, updated: created, version: 1, currency: 'EUR', ...nothing, shipping: null, tags: [] },
    ...{ subtotal: 13.05, total: 13.05, credited: 0, paid: 0, refunded: 0, balance: 13.05 },
    ...{ authorized: false, cancelled: false, visible: true, payments: [], taxes: [], credits: [], returns: [] },
    lines: [{ ...line, cancelled: 0, credited: 0 }],
    shipments: [
      { id: shipments[0].id, state: 'ready', ...delivery, lines: [{ sku, quantity: 3, returned: 0 }], updated: created },
    ],
  });
  expect((await getOrder(fresh, '1001')).payload).toEqual(payload);
  expect((await anOrder(fresh)).number).toBe('1002');
});

test('an order keeps all fields that it was given', async () => {
  const sku = await aProduct(store);
  const contact = { company: 'ACME 株式会社', phone: '+4915112345678' };
  const street = { name: 'Zoë O’Hara', line1: 'Straße 1', line2: '2. OG' };
  const given = {
    customer: { id: 'c-7', first_name: 'Zoë', last_name: "O'Hara", email: 'zoe@example.com', ...contact },
    shipping_address: { ...street, city: 'Köln', region: 'NRW', postal_code: '50667', country: 'DE', ...contact },
    billing_address: { company: 'Tea House', line1: null, city: 'Bonn' },
    note: 'Ring twice.\n\tThen wait 🚪',
    reference: 'PO-2026/17',
    tags: ['gift', 'Gift', 'b2b'],
    metadata: { channel: 'app', nested: [{ rate: 1e2 }] },
    shipping: { name: 'Express', price: 4.9 },
    currency: 'EUR',
  };
  const lines = [{ sku, quantity: 2, price: 7.5, name: 'Gift' }];
  const order = await anOrder(store, { ...given, lines, authorized: true });
  expect(order).toMatchObject({ ...given, lines: [{ ...lines[0], total: 15 }], authorized: true });
  expect(order).toMatchObject({ subtotal: 15, total: 19.9, balance: 19.9 });
  expect(await read(store, order.number)).toEqual(order);
  expect(await anOrder(store, { ...nothing, reference: '', tags: null })).toMatchObject({ ...nothing, tags: [] });
});

test('an order may have ninety lines', async () => {
  const skus = await times(90, () => aProduct(store, { stock: 5 }));
  const lines = skus.map((sku, i) => ({ sku, quantity: 1 + (i % 5) }));
  const order = await anOrder(store, { lines });
  expect(order).toMatchObject({ lines, shipments: [{ lines }] });
  expect(await stockOf(store, skus[89] as string)).toEqual([0, 5]);
  expect(await stockOf(store, skus[0] as string)).toEqual([4, 1]);
});

test('orders placed concurrently get consecutive numbers', async () => {
  const fresh = await aStore();
  const sku = await aProduct(fresh);
  const answers = await times(20, () => place(fresh, { lines: [{ sku, quantity: 1 }] }));
  const numbers = answers.map(({ payload }) => Number(payload.orders.number)).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, i) => 1001 + i));
});

test.each([null, 7])('an order copies a tax rate of %j from a product with tracked stock', async (tax_rate) => {
  const sku = await aProduct(store, { price: 10.7, stock: 5, ...(tax_rate && { tax_rate }) });
  const shipping = { name: 'Post', price: 1.19, tax_rate: 19 };
  const order = await anOrder(store, { lines: [{ sku, quantity: 1 }], shipping });
  expect(order).toMatchObject({ total: 11.89, lines: [{ tax_rate }], shipping });
  const tax = { rate: 19, gross: 1.19, net: 1, tax: 0.19 };
  expect(order.taxes).toEqual([...(tax_rate ? [{ rate: 7, gross: 10.7, net: 10, tax: 0.7 }] : []), tax]);
  await call('updateProduct', { as: store.key, params: { sku }, body: { tax_rate: 20 } });
  expect(await read(store, order.number)).toEqual(order);
});
