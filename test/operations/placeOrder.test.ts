import { beforeAll, describe, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { anOrder, aProduct, getOrder, place, read, stockOf, times } from '../support/orders.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

test('a minimal order has every field and gets the number 1001', async () => {
  const fresh = await aStore();
  const sku = await aProduct(fresh, { name: 'Green tea', price: 4.35 });
  const { status, payload, headers } = await place(fresh, { lines: [{ sku, quantity: 3 }] });
  expect(status).toBe(201);
  expect(headers.etag).toBe('"1"');
  expect(payload.orders).toEqual({
    number: '1001',
    created: moment,
    updated: payload.orders.created,
    version: 1,
    currency: 'EUR',
    customer: null,
    shipping_address: null,
    billing_address: null,
    note: null,
    reference: null,
    tags: [],
    metadata: null,
    lines: [
      { line: 0, sku, name: 'Green tea', quantity: 3, price: 4.35, total: 13.05, tax_rate: null, cancelled: 0, credited: 0 },
    ],
    shipping: null,
    subtotal: 13.05,
    total: 13.05,
    credited: 0,
    paid: 0,
    refunded: 0,
    balance: 13.05,
    authorized: false,
    cancelled: false,
    visible: true,
    payments: [],
    shipments: [
      {
        id: expect.stringMatching(/^shp_[0-9a-z]{26}$/),
        state: 'ready',
        target_delivery: null,
        carrier: null,
        tracking_number: null,
        tracking_url: null,
        lines: [{ sku, quantity: 3, returned: 0 }],
        updated: payload.orders.created,
      },
    ],
    taxes: [],
    credits: [],
    returns: [],
  });
  expect((await getOrder(fresh, '1001')).payload).toEqual(payload);
  expect((await anOrder(fresh)).number).toBe('1002');
});

test('an order keeps all fields that it was given', async () => {
  const sku = await aProduct(store);
  const given = {
    customer: {
      id: 'c-7',
      first_name: 'Zoë',
      last_name: "O'Hara",
      company: 'ACME',
      email: 'zoe@example.com',
      phone: '+4915112345678',
    },
    shipping_address: {
      name: 'Zoë O’Hara',
      company: 'ACME 株式会社',
      line1: 'Straße 1',
      line2: '2. OG',
      city: 'Köln',
      region: 'NRW',
      postal_code: '50667',
      country: 'DE',
      phone: '+4915112345678',
    },
    note: 'Ring twice.\n\tThen wait 🚪',
    shipping: { name: 'Express', price: 4.9 },
    currency: 'EUR',
  };
  const lines = [{ sku, quantity: 2, price: 7.5, name: 'Gift' }];
  const order = await anOrder(store, { ...given, lines, authorized: true });
  expect(order).toMatchObject({ ...given, lines: [{ ...lines[0], total: 15 }], authorized: true });
  expect(order).toMatchObject({ subtotal: 15, total: 19.9, balance: 19.9 });
  expect(await read(store, order.number)).toEqual(order);
});

test('missing fields of a customer and an address are null', async () => {
  const lines = [{ sku: await aProduct(store), quantity: 1 }];
  const order = await anOrder(store, { lines, customer: { id: '7' }, shipping_address: { city: 'Köln' } });
  const { id, ...customer } = order.customer ?? {};
  const { city, ...address } = order.shipping_address ?? {};
  expect([id, city]).toEqual(['7', 'Köln']);
  expect(new Set([...Object.values(customer), ...Object.values(address)])).toEqual(new Set([null]));
});

test('an order may have ninety lines', async () => {
  const skus = await times(90, () => aProduct(store, { stock: 5 }));
  const order = await anOrder(store, { lines: skus.map((sku, i) => ({ sku, quantity: 1 + (i % 5) })) });
  expect(order.lines.map(({ sku }) => sku)).toEqual(skus);
  expect(order.shipments).toMatchObject([{ lines: skus.map((sku, i) => ({ sku, quantity: 1 + (i % 5) })) }]);
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

describe('the currency of an order', () => {
  test("needs no prices if it is the tenant's own", async () => {
    const japan = await aStore({ country: 'JP' });
    const order = await anOrder(japan, { lines: [{ sku: await aProduct(japan, { price: 150 }), quantity: 3 }] });
    expect(order).toMatchObject({ currency: 'JPY', total: 450 });
  });

  test('may be another one if every price is given', async () => {
    const lines = [{ sku: await aProduct(store), quantity: 3, price: 1.005 }];
    const order = await anOrder(store, { currency: 'KWD', lines, shipping: { name: 'Air', price: 0.125 } });
    expect(order).toMatchObject({ currency: 'KWD', subtotal: 3.015, total: 3.14, balance: 3.14 });
  });

  test('cannot be another one if a price is missing', async () => {
    const [first, second] = [await aProduct(store), await aProduct(store)];
    const lines = [
      { sku: first, quantity: 1, price: 1 },
      { sku: second, quantity: 1 },
    ];
    const { status, body } = await place(store, { currency: 'USD', lines });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { field: 'lines[1].price', message: "is required, because the store's prices are in EUR, not USD" },
    ]);
  });
});
