import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { anOrder, pay, read } from '../support/orders.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

test.each<[string[], object]>([
  [['total'], { total: '10' }],
  [['total'], { total: null }],
  [['total'], { total: 0 }],
  [['total'], { total: 0.001 }],
  [['total'], { total: 1_000_000_000_001 }],
  [['method'], { total: -1 }],
  [['method'], { total: 1, method: 'refund' }],
  [['method'], { method: ' ' }],
  [['method'], { method: 'Cash' }],
  [['method'], { method: '1st' }],
  [['method'], { method: 'pay-pal' }],
  [['method'], { method: 'x'.repeat(41) }],
  [['created'], { created: '2026-01-31' }],
  [['created'], { created: '2026-01-31T12:00:00' }],
  [['created'], { created: '2026-02-29T12:00:00Z' }],
  [['transaction_data'], { transaction_data: [] }],
  [['created'], { created: new Date(Date.now() + 25 * 3_600_000).toISOString() }],
  [['transaction_data'], { transaction_data: null }],
  [['id'], { id: 'pay_1' }],
  [['balance_after'], { balance_after: 0 }],
  [
    ['amount', 'created', 'method', 'total', 'transaction_data'],
    { amount: 1, total: 'x', method: ' ', created: ' ', transaction_data: '' },
  ],
])('rejects the fields %j of %j', async (fields, body) => {
  const order = await anOrder(store);
  const answer = await pay(store, order.number, body);
  expect(answer).toMatchObject({ status: 400, code: 'invalid_request' });
  expect(answer.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(fields);
  expect(await read(store, order.number)).toEqual(order);
});

test.each(['a', 'x'.repeat(40), 'card', 'bank_2', 'refunds'])('accepts the method %s', async (method) => {
  const { number } = await anOrder(store);
  expect((await pay(store, number, { method })).payload.payment).toMatchObject({ method, total: 10 });
});

test('rejects a field called __proto__ like any unknown field', async () => {
  const { number } = await anOrder(store);
  const answer = await pay(store, number, '{"total":1,"__proto__":{"method":"card"}}');
  expect(answer).toMatchObject({
    status: 400,
    body: {
      errors: [
        {
          field: '__proto__',
          message: 'is not a field here; fields: total, method, created, transaction_data, credit, lines, payment, reason',
        },
      ],
    },
  });
});

test.each([
  [{ total: '10' }, 'total', 'must be a number'],
  [{ method: 7 }, 'method', 'must be a string'],
  [{ method: 'refund', lines: [{ line: 0 }] }, 'lines[0].quantity', 'is required'],
])('says what is wrong with %j', async (body, field, message) => {
  const { number } = await anOrder(store);
  expect((await pay(store, number, body)).body.errors).toEqual([{ field, message }]);
});
