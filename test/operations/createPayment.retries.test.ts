import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, keyed, pay, read, tally, times, update } from '../support/orders.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const replayed = { status: 201, headers: { 'idempotent-replayed': 'true' } };
const reused = { status: 422, code: 'idempotency_key_reused' };

test('a repeat returns the payment as recorded, whatever happened since', async () => {
  const { number } = await anOrder(store);
  const first = await pay(store, number, { total: 4 }, keyed('one'));
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  const repeat = async () =>
    expect(await pay(store, number, { total: 4 }, keyed('one'))).toMatchObject({ ...replayed, text: first.text });
  await repeat();
  await pay(store, number);
  await repeat();
  await pay(store, number, { method: 'refund', total: -10 });
  await update(store, number, { cancelled: true });
  await repeat();
  expect((await read(store, number)).payments).toHaveLength(3);
});

test('a repeat of a payment without a total pays nothing more, even if money is due again', async () => {
  const { number } = await anOrder(store);
  const first = await pay(store, number, undefined, keyed('one'));
  await pay(store, number, { method: 'refund', total: -4 });
  expect(await pay(store, number, {}, keyed('one'))).toMatchObject({ ...replayed, text: first.text });
  expect(await read(store, number)).toMatchObject({ balance: 4 });
});

test('a repeated refund is recorded once', async () => {
  const { number } = await anOrder(store);
  await pay(store, number);
  const body = { method: 'refund', total: -6 };
  const first = await pay(store, number, body, keyed('back'));
  expect(await pay(store, number, body, keyed('back'))).toMatchObject({ ...replayed, text: first.text });
  expect(await read(store, number)).toMatchObject({ refunded: 6 });
});

test('rejects another body with the same key before checking the version or the balance', async () => {
  const { number } = await anOrder(store);
  await pay(store, number, { total: 4 }, keyed('one'));
  for (const body of [{}, { total: 5 }, { total: 4, method: 'card' }, { total: 4, transaction_data: {} }, { total: 99 }]) {
    expect(await pay(store, number, body, keyed('one'))).toMatchObject(reused);
  }
  expect(await pay(store, number, { total: 5 }, { ...keyed('one'), 'If-Match': '"7"' })).toMatchObject(reused);
  expect(await pay(store, number, { total: 0.001 }, keyed('one'))).toMatchObject({ status: 400 });
  expect(await read(store, number)).toMatchObject({ paid: 4 });
});

test('a repeat succeeds even if its If-Match is outdated', async () => {
  const { number } = await anOrder(store);
  const headers = { ...keyed('one'), 'If-Match': '"1"' };
  const first = await pay(store, number, { total: 1 }, headers);
  expect(await pay(store, number, { total: 1 }, headers)).toMatchObject({ ...replayed, text: first.text });
});

test('a repeat may format the same JSON differently', async () => {
  const { number } = await anOrder(store);
  const first = await pay(store, number, '{"total":4,"transaction_data":{"a":1,"b":[1,2]}}', keyed('one'));
  const body = ' {"transaction_data" : {"b":[1.0,2e0],"\\u0061":1}, "total":4.00}';
  expect(await pay(store, number, body, keyed('one'))).toMatchObject({ ...replayed, text: first.text });
  expect(await pay(store, number, '{"total":4,"transaction_data":{"a":1,"b":[2,1]}}', keyed('one'))).toMatchObject(reused);
});

test('a trailing slash does not make it another request', async () => {
  const { number } = await anOrder(store);
  const first = await pay(store, number, { total: 1 }, keyed('one'));
  const at = '/v1/management/order/{number}/payment';
  const again = await call('createPayment', {
    as: store.key,
    at,
    params: { number },
    body: { total: 1 },
    headers: keyed('one'),
  });
  expect(again).toMatchObject({ ...replayed, text: first.text });
});

test('a key belongs to one order', async () => {
  const [first, second] = [await anOrder(store), await anOrder(store)];
  await pay(store, first.number, { total: 1 }, keyed('one'));
  const answer = await pay(store, second.number, { total: 2 }, keyed('one'));
  expect(answer.status).toBe(201);
  expect(answer.headers['idempotent-replayed']).toBeUndefined();
});

test('a rejected request does not use up its key', async () => {
  const { number } = await anOrder(store);
  await update(store, number, { cancelled: true });
  expect(await pay(store, number, { total: 1 }, keyed('one'))).toMatchObject({ code: 'order_cancelled' });
  await update(store, number, { cancelled: false });
  const answer = await pay(store, number, { total: 2 }, keyed('one'));
  expect(answer.status).toBe(201);
  expect(answer.headers['idempotent-replayed']).toBeUndefined();
});

test('fifty identical concurrent requests record one payment', async () => {
  const { number } = await anOrder(store);
  const answers = await times(50, () => pay(store, number, { total: 0.1 }, keyed('one')));
  expect(tally(answers)).toEqual({ 201: 50 });
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
  expect(await read(store, number)).toMatchObject({ paid: 0.1, version: 2 });
});
