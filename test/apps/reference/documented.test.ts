import { beforeAll, describe, expect, test } from '@jest/globals';
import { openApiDocument } from '../../../apps/reference/openapi/document.ts';
import { documentChecks, documentChecksOf } from '../../../apps/reference/openapi/documentChecks.ts';
import { committedExamples } from '../../../apps/reference/openapi/examples.ts';
import { aStore } from '../../support/actors.ts';
import { call } from '../../support/call.ts';

type Answer = { status: number; headers: Record<string, string>; text: string };

let order: Answer;
let rejected: Answer;

beforeAll(async () => {
  const { key } = await aStore();
  await call('putProduct', { as: key, params: { sku: 'A' }, body: { name: 'A', price: 1, stock: null } });
  order = await call('placeOrder', { as: key, body: { lines: [{ sku: 'A', quantity: 1 }] } });
  rejected = await call('placeOrder', { as: key, body: {} });
});

/** The response with a changed body. */
const changed = ({ text, ...rest }: Answer, change: (body: never) => void): Answer => {
  const body = JSON.parse(text);
  change(body as never);
  return { ...rest, text: JSON.stringify(body) };
};

type Body = { payload: { orders: Record<string, unknown> }; code: string; errors: { field: unknown }[]; more: unknown };

describe('the check of a response', () => {
  test('accepts real responses', () => {
    documentChecks().answer('placeOrder', order);
    documentChecks().answer('placeOrder', rejected);
  });
});

describe('the check of a response rejects one', () => {
  const caught = (given: () => Answer, message: RegExp) =>
    expect(() => documentChecks().answer('placeOrder', given())).toThrow(message);

  test.each<[string, (body: Body) => void, RegExp]>([
    ['with a field of another type', ({ payload }) => Object.assign(payload.orders, { total: '1' }), /total must be number/],
    [
      'with a time in another zone',
      ({ payload }) => Object.assign(payload.orders, { created: '2026-01-01T00:00:00+01:00' }),
      /date-time/,
    ],
    [
      'with an invalid nested value',
      ({ payload }) => Object.assign((payload.orders.shipments as object[])[0] as object, { state: 'lost' }),
      /shipments\/0\/state/,
    ],
    ['with a field next to its payload', (body) => Object.assign(body, { more: 1 }), /additional properties/],
  ])('%s', (_, change, message) => {
    caught(() => changed(order, change as never), message);
  });

  test('with a status that is not documented', () => {
    caught(() => ({ ...order, status: 202 }), /answers 202, which/);
    expect(() => documentChecks().answer('getOrders', { ...rejected, status: 409 })).toThrow('409');
    expect(() => documentChecks().answer('noOperation', order)).toThrow('noOperation');
  });

  test('with a code that belongs to another operation', () => {
    caught(() => changed({ ...rejected, status: 409 }, (body: Body) => Object.assign(body, { code: 'order_settled' })), /code/);
    caught(() => changed(rejected, (body: Body) => Object.assign(body, { errors: [{ field: 1 }] })), /field must be string/);
  });

  test('with a header that is missing, malformed or of another operation', () => {
    const { etag: _, ...without } = order.headers;
    caught(() => ({ ...order, headers: without }), /ETag is missing/);
    caught(() => ({ ...order, headers: { ...order.headers, etag: '1' } }), /ETag is 1/);
    caught(() => ({ ...order, headers: { ...order.headers, link: '</>; rel="next"' } }), /Link is not documented/);
  });
});

test('a document without an operation rejects its response', () => {
  const document = structuredClone(openApiDocument());
  delete document.paths['/v1/management/order/']?.post;
  expect(() => documentChecksOf(document, {}).answer('placeOrder', order)).toThrow('placeOrder');
});

test('the check of a request rejects an accepted one that the document forbids', () => {
  const { accepted } = documentChecks();
  accepted('createPayment', { body: '{}' });
  accepted('getOrders', { query: { limit: '1' } });
  expect(() => accepted('createPayment', { body: '{"total":"1"}' })).toThrow(/total must be number/);
  expect(() => accepted('createPayment', { body: '{"sum":1}' })).toThrow(/additional properties/);
  expect(() => accepted('createPayment', {})).not.toThrow();
  expect(() => accepted('updateOrder', {})).toThrow('the body is absent');
  expect(() => accepted('updateOrder', { body: '{}' })).toThrow(/fewer than 1 properties/);
  expect(() => accepted('getOrders', { query: { page: '1' } })).toThrow('the query parameter page is not documented');
});

test('the check of a webhook event rejects one that the document does not describe', () => {
  const { event } = documentChecks();
  const { body } = committedExamples().webhooks['confirm-order'] as { body: { type: string } };
  event(body);
  expect(() => event({ ...body, type: 'cancel-order' })).toThrow('cancel-order');
  expect(() => event({ ...body, more: 1 } as typeof body)).toThrow(/additional properties/);
});
