import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { anOrder, aProduct, getOrder, place, read, stockOf, times } from '../support/orders.ts';

const store = await aStore();

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

const rejectedFields = async (body: object | string) => {
  const answer = await place(store, body);
  expect(answer).toMatchObject({ status: 400, code: 'invalid_request' });
  return answer.body.errors.map(({ field }: { field: string }) => field);
};

test('reports all errors in the fields at once', async () => {
  expect(await rejectedFields({ lines: [{ sku: 'a b', quantity: 0 }], currency: 'x', typo: 1, note: ' ' })).toEqual(
    expect.arrayContaining(['lines[0].sku', 'lines[0].quantity', 'currency', 'typo', 'note']),
  );
});

test('reports all unknown products and all prices with too many decimals at once', async () => {
  const [sku, foreign] = [await aProduct(store), await aProduct(await aStore())];
  const lines = [
    { sku: foreign, quantity: 1 },
    { sku, quantity: 1, price: 0.001 },
    { sku, quantity: 1 },
    { sku: 'constructor', quantity: 1 },
  ];
  const fields = ['lines[0].sku', 'lines[1].price', 'lines[3].sku', 'shipping.price'];
  expect(await rejectedFields({ lines, shipping: { name: 'Post', price: 1.234 } })).toEqual(fields);
});
