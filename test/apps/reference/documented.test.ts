import { expect, test } from '@jest/globals';
import { type Answer, documentChecks } from '../../../apps/reference/openapi/documentChecks.ts';
import { committedExamples } from '../../../apps/reference/openapi/examples.ts';
import { aStore } from '../../support/actors.ts';
import { call } from '../../support/call.ts';

const { key } = await aStore();
await call('putProduct', { as: key, params: { sku: 'A' }, body: { name: 'A', price: 1, stock: null } });
const order: Answer = await call('placeOrder', { as: key, body: { lines: [{ sku: 'A', quantity: 1 }] } });
const rejected: Answer = await call('placeOrder', { as: key, body: {} });

/** The response with a changed body. */
function changed({ text, ...rest }: Answer, change: (body: { payload: { orders: object } }) => void): Answer {
  const body = JSON.parse(text);
  change(body);
  return { ...rest, text: JSON.stringify(body) };
}

const withHeaders = (headers: Record<string, string | undefined>) =>
  ({ ...order, headers: { ...order.headers, ...headers } }) as Answer;

const localTime = '2026-01-01T00:00:00+01:00';

test('the check of a response accepts real ones', () => {
  documentChecks().answer('placeOrder', order);
  documentChecks().answer('placeOrder', rejected);
});

test.each<[string, () => Answer, RegExp]>([
  [
    'a value of another type',
    () => changed(order, ({ payload }) => Object.assign(payload.orders, { total: '1' })),
    /be number/,
  ],
  [
    'a time in another zone',
    () => changed(order, ({ payload }) => Object.assign(payload.orders, { created: localTime })),
    /date-time/,
  ],
  ['a field next to its payload', () => changed(order, (body) => Object.assign(body, { more: 1 })), /additional properties/],
  ['a status that is not documented', () => ({ ...order, status: 202 }), /answers 202, which/],
  ['a code of another operation', () => changed(rejected, (body) => Object.assign(body, { code: 'order_settled' })), /code/],
  ['a missing header', () => withHeaders({ etag: undefined }), /ETag is missing/],
  ['a malformed header', () => withHeaders({ etag: '1' }), /ETag is 1/],
  ['a header of another operation', () => withHeaders({ link: '</>; rel="next"' }), /Link is not documented/],
])('the check of a response rejects one with %s', (_, given, message) => {
  expect(() => documentChecks().answer('placeOrder', given())).toThrow(message);
});

test('the check of a request rejects an accepted one that the document forbids', () => {
  const { accepted } = documentChecks();
  accepted('createPayment', { body: '{}' });
  accepted('createPayment', {});
  accepted('getOrders', { query: { limit: '1' } });
  expect(() => accepted('createPayment', { body: '{"total":"1"}' })).toThrow(/total must be number/);
  expect(() => accepted('updateOrder', {})).toThrow('the body is absent');
  expect(() => accepted('getOrders', { query: { page: '1' } })).toThrow('the query parameter page is not documented');
  expect(() => accepted('noOperation', {})).toThrow('noOperation');
});

test('the check of a webhook event rejects one that the document does not describe', () => {
  const { event } = documentChecks();
  const { body } = committedExamples().webhooks['confirm-order'] as { body: { type: string } };
  event(body);
  expect(() => event({ ...body, type: 'cancel-order' })).toThrow('cancel-order');
  expect(() => event({ ...body, more: 1 } as typeof body)).toThrow(/additional properties/);
});
