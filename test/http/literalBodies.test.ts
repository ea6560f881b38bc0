import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { anOrder, aProduct, read } from '../support/orders.ts';
import { raw } from '../support/raw.ts';

const store = await aStore();

/** Sends exactly this body, which the API document need not allow. */
async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const { status, text } = await raw({
    method,
    path: `/v1/management/${path}`,
    headers: { 'X-API-KEY': store.key, 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { payload, errors = [], code } = JSON.parse(text);
  return { status, payload, code, errors: errors.map(({ field }: { field: string }) => field) };
}

const noPayment = {
  method: null,
  created: null,
  transaction_data: null,
  credit: null,
  lines: null,
  payment: null,
  reason: null,
};

test('null in an optional field of a payment means that it was not sent', async () => {
  const { number } = await anOrder(store);
  const { status, payload } = await send('POST', `order/${number}/payment/`, noPayment);
  expect([status, payload.payment]).toMatchObject([201, { total: 10, method: 'cash_on_delivery', transaction_data: {} }]);
});

test('a total of null is rejected, because NaN becomes null', async () => {
  const { number } = await anOrder(store);
  expect(await send('POST', `order/${number}/payment/`, { ...noPayment, total: null })).toMatchObject({
    status: 400,
    errors: ['total'],
  });
});

test('nulls are left out of orders, lines, addresses and permissions too', async () => {
  const sku = await aProduct(store);
  const lines = [{ sku, quantity: 1, price: null, name: null }];
  const body = { lines, currency: null, customer: null, authorized: null, shipping: null };
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

test('null stays an error in a required field', async () => {
  expect(await send('POST', 'order/', { lines: null })).toMatchObject({ status: 400, errors: ['lines'] });
  expect(await send('POST', 'order/', { lines: [null] })).toMatchObject({ status: 400, errors: ['lines[0]'] });
});

test('no lines in a payment mean none, but a refund of no lines is an error', async () => {
  const { number } = await anOrder(store);
  const path = `order/${number}/payment/`;
  expect((await send('POST', path, { lines: [] })).payload.payment).toMatchObject({ total: 10, lines: null });
  expect(await send('POST', path, { method: 'refund', lines: [] })).toMatchObject({ status: 400, errors: ['lines'] });
});

test.each([
  ['2026-01-31T12:00:30+0000', '2026-01-31T12:00:30.000Z'],
  ['2026-01-31 12:00:30+00:00', '2026-01-31T12:00:30.000Z'],
  ['2026-01-31T12:00-0130', '2026-01-31T13:30:00.000Z'],
  ['2026-01-31T12:00Z', '2026-01-31T12:00:00.000Z'],
])('the time %s is %s', async (created, utc) => {
  const { number } = await anOrder(store);
  expect((await send('POST', `order/${number}/payment/`, { created })).payload.payment.created).toBe(utc);
});

test.each(['2026-01-31T12Z', '2026-01-31T12:00', '2026-01-31T12:00:00.5+00', '2026-01-31T12:00:0000'])(
  'the time %s is rejected',
  async (created) => {
    const { number } = await anOrder(store);
    expect(await send('POST', `order/${number}/payment/`, { created })).toMatchObject({ status: 400, errors: ['created'] });
  },
);

test.each([
  ['PayPal', 201],
  ['credit-card', 201],
  ['COD', 201],
  ['Refund', 400],
  ['REFUND', 400],
  ['-card', 400],
])('the method %s gets %d', async (method, status) => {
  const { number } = await anOrder(store);
  const answer = await send('POST', `order/${number}/payment/`, { method });
  expect([answer.status, answer.payload?.payment.method]).toEqual([status, status === 201 ? method : undefined]);
});

test('an override may stand in the query and in the body if both are equal', async () => {
  const path = 'order/available';
  expect(await send('PATCH', `${path}?available=false`, { available: false })).toMatchObject({ status: 200 });
  expect(await send('PATCH', `${path}?available=true`, { available: false })).toMatchObject({ status: 400 });
  expect(await send('PATCH', `${path}?available=null`, { available: null })).toMatchObject({ payload: { override: null } });
});

test.each([
  ['+49 30 123456', '+4930123456'],
  ['030 / 123-456', '030123456'],
  ['(030) 123.456', '030123456'],
  ['0049 30 123456', '+4930123456'],
  ['1234', '1234'],
])("the customer's phone %s is kept as %s", async (sent, kept) => {
  const order = await anOrder(store, { customer: { phone: sent }, shipping_address: { phone: sent } });
  expect([order.customer?.phone, order.shipping_address?.phone]).toEqual([kept, kept]);
});

test.each(['123', '+1234567890123456', 'call me', '+49+30123', '12 34 x', ''])(
  "the customer's phone %j is no number",
  async (phone) => {
    const lines = [{ sku: await aProduct(store), quantity: 1 }];
    const answer = await send('POST', 'order/', { lines, customer: { phone } });
    expect(answer).toMatchObject(phone ? { status: 400, errors: ['customer.phone'] } : { status: 201 });
  },
);

test('an empty query parameter means that it was not sent', async () => {
  expect(await send('GET', 'order/?cursor=&limit=&authorized=&created_from=&q=')).toMatchObject({ status: 200 });
  expect(await send('GET', 'order/?nope=')).toMatchObject({ status: 200 });
});

test('HEAD answers as GET does, without the body', async () => {
  const { number } = await anOrder(store);
  const headers = { 'X-API-KEY': store.key };
  for (const path of [
    `/v1/management/order/${number}`,
    '/v1/management/order/',
    '/health',
    '/docs',
    '/v1/management/order/999999',
  ]) {
    const [head, get] = [await raw({ method: 'HEAD', path, headers }), await raw({ path, headers })];
    const known = ({ status, headers: { 'content-type': type, 'content-length': length, etag } }: typeof get) => ({
      ...{ status, type, etag },
      length: status === 200 ? length : undefined,
    });
    expect([head.text, known(head)]).toEqual(['', known(get)]);
  }
});
