import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, keyed, pay, read, tally, times, update } from '../support/orders.ts';

let store: Store;
let sku: string;

beforeAll(async () => {
  store = await aStore();
  sku = await aProduct(store);
});

/** An order of 3 x 10. */
const anUnpaidOrder = () => anOrder(store, { lines: [{ sku, quantity: 3 }] });

const credit = (number: string, body?: unknown, headers = {}) =>
  call('createCredit', { as: store.key, params: { number }, body, headers });

test.each([
  [{ amount: 4.5 }, 4.5, 0],
  [{ amount: 30 }, 30, 0],
  [{ lines: [{ line: 0, quantity: 2 }], reason: 'refused at the door' }, 20, 2],
])('%j lowers what the order costs', async (body, credited, units) => {
  const order = await anUnpaidOrder();
  const { status, payload, headers } = await credit(order.number, body);
  expect([status, headers.etag]).toEqual([201, '"2"']);
  const { updated } = payload.orders;
  const lines = [{ ...order.lines[0], line: 0, credited: units }];
  expect(payload.orders).toEqual({ ...order, lines, credited, balance: 30 - credited, version: 2, updated });
  expect(await read(store, order.number)).toEqual(payload.orders);
});

test('a credited order is settled by the rest', async () => {
  const { number } = await anUnpaidOrder();
  await credit(number, { lines: [{ line: 0, quantity: 1 }] });
  expect((await pay(store, number)).payload.payment).toMatchObject({ total: 20, balance_after: 0 });
});

test('the balance cannot fall below 0', async () => {
  const { number } = await anUnpaidOrder();
  await pay(store, number, { total: 25 });
  const tooMuch = { status: 409, code: 'credit_exceeds_balance', body: { max: 5 } };
  expect(await credit(number, { amount: 5.01 })).toMatchObject(tooMuch);
  expect(await credit(number, { lines: [{ line: 0, quantity: 1 }] })).toMatchObject(tooMuch);
  expect((await credit(number, { amount: 5 })).status).toBe(201);
  expect(await credit(number, { amount: 0.01 })).toMatchObject({ code: 'credit_exceeds_balance', body: { max: 0 } });
});

test('a cancelled order has nothing to credit', async () => {
  const { number } = await anUnpaidOrder();
  await update(store, number, { cancelled: true });
  expect(await credit(number, { amount: 1 })).toMatchObject({ status: 409, code: 'order_cancelled' });
});

test.each<[string[], unknown]>([
  [['amount'], {}],
  [['amount'], undefined],
  [['amount'], { amount: 1, lines: [{ line: 0, quantity: 1 }] }],
  [['amount'], { amount: 0 }],
  [['amount'], { amount: -1 }],
  [['amount'], { amount: 1.001 }],
  [['amount'], { amount: '1' }],
  [['lines'], { lines: [] }],
  [['lines[0].line'], { lines: [{ line: 1, quantity: 1 }] }],
  [['lines[0].quantity'], { lines: [{ line: 0, quantity: 1.5 }] }],
  [['reason'], { amount: 1, reason: 'a\nb' }],
  [['total'], { amount: 1, total: 1 }],
])('rejects the fields %j of %j', async (fields, body) => {
  const order = await anUnpaidOrder();
  const answer = await credit(order.number, body);
  expect(answer).toMatchObject({ status: 400, code: 'invalid_request' });
  expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
  expect(await read(store, order.number)).toEqual(order);
});

test('another store finds no order', async () => {
  const { number } = await anUnpaidOrder();
  const { key } = await aStore();
  expect(await call('createCredit', { as: key, params: { number }, body: { amount: 1 } })).toMatchObject({ status: 404 });
});

test('a repeated request credits once, and returns the order as it is now', async () => {
  const { number } = await anUnpaidOrder();
  const answers = await times(5, () => credit(number, { amount: 3 }, keyed('credit')));
  expect(tally(answers)).toEqual({ 201: 5 });
  expect(answers.filter(({ headers }) => headers['idempotent-replayed']).length).toBe(4);
  await pay(store, number, { total: 1 });
  const again = await credit(number, { amount: 3 }, keyed('credit'));
  expect(again.payload.orders).toEqual(await read(store, number));
  expect(again.payload.orders).toMatchObject({ credited: 3, balance: 26 });
  expect(await credit(number, { amount: 4 }, keyed('credit'))).toMatchObject({ status: 422 });
});

test('concurrent credits and payments together never exceed the balance', async () => {
  const { number } = await anUnpaidOrder();
  const answers = await times(30, (i) => (i % 2 ? credit(number, { amount: 10 }) : pay(store, number, { total: 10 })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(await read(store, number)).toMatchObject({ balance: 0 });
});
