import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { anOrder, aProduct, read } from '../support/orders.ts';
import { raw } from '../support/raw.ts';

const store = await aStore();
const sku = await aProduct(store);

/** Sends exactly this body, which the API document need not allow. */
async function send(method: string, path: string, body?: object) {
  const { status, text } = await raw({
    method,
    path: `/v1/management/${path}`,
    headers: { 'X-API-KEY': store.key, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { payload, errors = [], code } = JSON.parse(text);
  return { status, payload, code, errors: errors.map(({ field }: { field: string }) => field) };
}

const none = { method: null, created: null, transaction_data: null, credit: null, lines: null, payment: null, reason: null };

/** Sends a payment for a new order of 10. */
const pay = async (body: object) => send('POST', `order/${(await anOrder(store)).number}/payment/`, body);

test('null in an optional field of a payment means that it was not sent', async () => {
  const { status, payload } = await pay(none);
  expect([status, payload.payment]).toMatchObject([201, { total: 10, method: 'cash_on_delivery', transaction_data: {} }]);
});

test('a total of null is rejected, because NaN becomes null', async () => {
  expect(await pay({ ...none, total: null })).toMatchObject({ status: 400, errors: ['total'] });
});

test('nulls are left out of orders, lines, addresses and permissions too', async () => {
  const lines = [{ sku, quantity: 1, price: null, name: null }];
  const body = {
    lines,
    currency: null,
    customer: null,
    authorized: null,
    shipping: null,
    billing_address: { city: 'Bonn', line2: null },
  };
  expect(await send('POST', 'order/', body)).toMatchObject({ status: 201, payload: { orders: { total: 10 } } });
  const person = { first_name: 'Grace', last_name: 'Hopper', phone: '+4930123456', email: 'grace@example.com' };
  const { payload } = await send('POST', 'user/', { ...person, permissions: { orders: true, home: null } });
  expect(payload.user.permissions).toMatchObject({ orders: true, home: false });
});

test('a change of nulls only is empty, and nulls without a meaning are rejected beside one that clears', async () => {
  const order = await anOrder(store, { note: 'Ring twice' });
  const path = `order/${order.number}`;
  const nothing = { authorized: null, cancelled: null, restock: null, visible: null };
  expect(await send('PATCH', path, nothing)).toMatchObject({ status: 400, errors: ['body'] });
  expect(await send('PATCH', path, { ...nothing, note: null })).toMatchObject({ status: 400, errors: Object.keys(nothing) });
  expect(await read(store, order.number)).toEqual(order);
  expect(await send('PATCH', path, { ...nothing, authorized: true })).toMatchObject({ status: 200 });
  expect(await send('PATCH', path, { note: null })).toMatchObject({ payload: { orders: { note: null, authorized: true } } });
});

test('an empty text means that an optional field was not sent, and stays an error in a required one', async () => {
  const { number, shipments } = await anOrder(store);
  const path = `order/${number}/shipment/${shipments[0]?.id}`;
  expect(await send('PATCH', path, { state: '', carrier: 'Post' })).toMatchObject({ status: 200 });
  expect(await send('PATCH', path, { state: '' })).toMatchObject({ status: 400, errors: ['body'] });
  const follower = { url: 'https://example.com/orders', from: '' };
  expect(await send('PATCH', 'settings/webhook/order-changed', follower)).toMatchObject({ status: 200 });
  expect(await send('PATCH', 'settings/webhook/order-changed', { url: null, from: '' })).toMatchObject({ errors: ['from'] });
  expect(await send('PATCH', path, { state: '', carrier: '' })).toMatchObject({ status: 400, errors: ['state'] });
  expect(await send('PATCH', `order/${number}`, { authorized: '' })).toMatchObject({ status: 400, errors: ['authorized'] });
  expect(await send('PUT', 'product/EMPTY', { name: '', price: 1, stock: null })).toMatchObject({ errors: ['name'] });
});

test.each([
  ['PATCH', 'order/1001', { customer: {}, cancelled: true, note: 5 }, ['note', 'customer']],
  ['PATCH', 'order/1001', { restock: true, visible: 'x' }, ['visible', 'restock']],
  ['POST', 'order/1001/payment/', { total: -1, reason: 5 }, ['reason', 'reason', 'method']],
  ['POST', 'order/1001/payment/', { total: 'x', credit: true, lines: [] }, ['total', 'credit']],
  ['POST', 'order/1001/payment/', { total: 5, method: 'refund', lines: [] }, ['lines', 'method']],
  ['POST', 'order/1001/payment/', { total: -1, transaction_data: 5, reason: 'x' }, ['transaction_data', 'reason', 'method']],
  ['POST', 'order/1001/payment/', { method: '-', total: 0 }, ['total', 'method']],
  ['POST', 'order/1001/payment/', { created: 5, credit: true }, ['created', 'credit', 'total']],
  ['POST', 'order/1001/payment/', { credit: false, lines: [] }, ['credit']],
  ['POST', 'order/1001/credit/', { reason: ' ' }, ['reason', 'amount']],
  ['POST', 'order/1001/credit/', { lines: [], amount: 5 }, ['lines', 'amount']],
  ['PATCH', 'order/1001', { restock: true, metadata: 5, tags: [' '] }, ['tags[0]', 'metadata', 'restock']],
  [
    'PATCH',
    'settings/legal',
    { company_name: ' ', terms_url: `https://${'x'.repeat(2048)}`, x: 1 },
    ['company_name', 'terms_url', 'x'],
  ],
  ['POST', `product/${sku}/stock/`, { reason: 5 }, ['reason', 'adjust']],
  ['PUT', 'settings/opening-hours', { days: {}, opening_hours: null, x: 1 }, ['x', 'opening_hours']],
  ['GET', 'order/?q=ab&order=asc&visible=x', undefined, ['visible', 'order']],
  ['GET', `order/?q=${encodeURIComponent('𠮷')}`, undefined, ['q']],
  ['GET', 'order/?cursor=x&tag=a&visible=x', undefined, ['visible', 'visible', 'tag']],
  ['GET', 'audit/?from=2026-01-02T00:00Z&to=2026-01-01T00:00Z&limit=0', undefined, ['limit', 'to']],
  [
    'PATCH',
    'order/available?available=true&until=2099-01-01T00:00Z',
    { available: false, until: '2098-01-01T00:00Z' },
    ['available', 'until'],
  ],
])('%s %s with %j names every fault', async (method, path, body, errors) => {
  expect(await send(method, path, body)).toMatchObject({ status: 400, errors });
});

test('null stays an error in a required field', async () => {
  expect(await send('POST', 'order/', { lines: null })).toMatchObject({ status: 400, errors: ['lines'] });
  expect(await send('POST', 'order/', { lines: [null] })).toMatchObject({ status: 400, errors: ['lines[0]'] });
});

test('no lines in a payment mean none, but a refund of no lines is an error', async () => {
  expect((await pay({ lines: [] })).payload.payment).toMatchObject({ total: 10, lines: null });
  expect(await pay({ method: 'refund', lines: [] })).toMatchObject({ status: 400, errors: ['lines'] });
});

test.each([
  ['created', '2026-01-31T12:00:30+0000', '2026-01-31T12:00:30.000Z'],
  ['created', '2026-01-31 12:00:30+00:00', '2026-01-31T12:00:30.000Z'],
  ['created', '2026-01-31T12:00-0130', '2026-01-31T13:30:00.000Z'],
  ['created', '2026-01-31T12:00Z', '2026-01-31T12:00:00.000Z'],
  ['created', '2016-12-31T23:59:60.5Z', '2017-01-01T00:00:00.500Z'],
  ['created', '1990-12-31T15:59:60-0800', '1991-01-01T00:00:00.000Z'],
  ['created', '2016-12-31T12:59:60Z'],
  ...['2026-01-31T12Z', '2026-01-31T12:00', '2026-01-31T12:00:00.5+00', '2026-01-31T12:00:0000'].map((at) => ['created', at]),
  ...['PayPal', 'credit-card', 'COD'].map((method) => ['method', method, method]),
  ...['Refund', 'REFUND', '-card'].map((method) => ['method', method]),
])('a payment with %s: %j keeps %j, or is rejected', async (field = '', sent, kept?: string) => {
  const { status, payload, errors } = await pay({ [field]: sent });
  expect([status, payload?.payment[field], errors]).toEqual(kept ? [201, kept, []] : [400, undefined, [field]]);
});

test('an override may stand in the query and in the body if both are equal', async () => {
  const path = 'order/available';
  expect(await send('PATCH', `${path}?available=false`, { available: false })).toMatchObject({ status: 200 });
  expect(await send('PATCH', `${path}?available=true`, { available: false })).toMatchObject({ status: 400 });
  const until = '2099-01-01T00:00:00.000Z';
  expect(await send('PATCH', `${path}?available=false&until=${until}`, { until: null })).toMatchObject({ payload: { until } });
  expect(await send('PATCH', `${path}?available=null`, { available: null })).toMatchObject({ payload: { override: null } });
});

test.each<[phone: string, kept: string | null | undefined]>([
  ['+49 30 123456', '+4930123456'],
  ['030 / 123-456', '030123456'],
  ['(030) 123.456', '030123456'],
  ['0049 30 123456', '+4930123456'],
  ['1234', '1234'],
  ['', null],
  ...['123', '+1234567890123456', 'call me', '+49+30123', '12 34 x'].map((phone): [string, undefined] => [phone, undefined]),
])("the customer's phone %j is kept as %j, or rejected", async (phone, kept) => {
  const body = { lines: [{ sku, quantity: 1 }], customer: { phone }, shipping_address: { phone } };
  const { status, payload, errors } = await send('POST', 'order/', body);
  const { customer, shipping_address } = payload?.orders ?? {};
  if (kept === undefined) expect([status, errors]).toEqual([400, ['customer.phone', 'shipping_address.phone']]);
  else expect([status, customer.phone, shipping_address.phone]).toEqual([201, kept, kept]);
});

test('an empty query parameter means that it was not sent', async () => {
  expect(await send('GET', 'order/?cursor=&limit=&authorized=&created_from=&q=')).toMatchObject({ status: 200 });
  expect(await send('GET', 'order/?nope=')).toMatchObject({ status: 200 });
});

test('HEAD answers as GET does, without the body', async () => {
  const { number } = await anOrder(store);
  const headers = { 'X-API-KEY': store.key };
  for (const path of [...[number, '', '999999'].map((end) => `/v1/management/order/${end}`), '/health', '/docs']) {
    const [head, get] = [await raw({ method: 'HEAD', path, headers }), await raw({ path, headers })];
    const known = ({ status, headers: { 'content-type': type, 'content-length': length, etag } }: typeof get) => ({
      ...{ status, type, etag },
      length: status === 200 ? length : undefined,
    });
    expect([head.text, known(head)]).toEqual(['', known(get)]);
  }
});
