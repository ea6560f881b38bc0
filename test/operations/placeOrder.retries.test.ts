import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { aProduct, keyed, pay, place, stockOf, tally, times } from '../support/orders.ts';
import { walk } from '../support/walk.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const replayed = { status: 201, headers: { 'idempotent-replayed': 'true' } };
const reused = { status: 422, code: 'idempotency_key_reused' };

async function lastUnits() {
  const sku = await aProduct(store, { stock: 4 });
  return { sku, body: { lines: [{ sku, quantity: 4 }] }, key: uniqueName('key') };
}

test('a repeat returns the same order even if the stock is gone and the store is closed', async () => {
  const fresh = await aStore();
  const sku = await aProduct(fresh, { stock: 1 });
  const body = { lines: [{ sku, quantity: 1 }] };
  const first = await place(fresh, body, keyed('one'));
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(await place(fresh, body, keyed('one'))).toMatchObject({ ...replayed, payload: first.payload });
  await call('overrideAvailability', { as: fresh.key, body: { available: false } });
  expect(await place(fresh, body, keyed('one'))).toMatchObject({ ...replayed, payload: first.payload });
  expect(await walk('getOrders', { as: fresh.key })).toEqual([first.payload.orders]);
  expect(await stockOf(fresh, sku)).toEqual([0, 1]);
});

test('a repeat returns the current order', async () => {
  const { body, key } = await lastUnits();
  const { number } = (await place(store, body, keyed(key))).payload.orders;
  await pay(store, number);
  const again = await place(store, body, keyed(key));
  expect(again).toMatchObject({ ...replayed, payload: { orders: { number, balance: 0, version: 2 } } });
  expect(again.headers.etag).toBe('"2"');
});

test('rejects another body with the same key, whether or not it could be placed', async () => {
  const { sku, body, key } = await lastUnits();
  await place(store, body, keyed(key));
  expect(await place(store, { lines: [{ sku, quantity: 1 }] }, keyed(key))).toMatchObject(reused);
  expect(await place(store, { lines: [{ sku: await aProduct(store), quantity: 1 }] }, keyed(key))).toMatchObject(reused);
  expect(await place(store, { ...body, typo: 1 }, keyed(key))).toMatchObject({ status: 400 });
});

test('a repeat may format the same JSON differently', async () => {
  const { sku, key } = await lastUnits();
  const first = await place(store, `{"note":"a","lines":[{"sku":"${sku}","quantity":1.0,"price":1e1}]}`, keyed(key));
  const again = await place(store, ` {"lines":[{"price":10,"quantity":1,"sku":"${sku}"}],"note":"\\u0061"}`, keyed(key));
  expect(again).toMatchObject({ ...replayed, payload: first.payload });
});

test('a trailing slash does not make it another request', async () => {
  const { body, key } = await lastUnits();
  const first = await place(store, body, keyed(key));
  const at = '/v1/management/order';
  expect(await call('placeOrder', { as: store.key, at, body, headers: keyed(key) })).toMatchObject({
    ...replayed,
    payload: first.payload,
  });
});

test('a rejected request does not use up its key', async () => {
  const { sku, key } = await lastUnits();
  const body = { lines: [{ sku, quantity: 5 }] };
  expect(await place(store, body, keyed(key))).toMatchObject({ status: 409 });
  await call('adjustStock', { as: store.key, params: { sku }, body: { adjust: 1 } });
  const answer = await place(store, body, keyed(key));
  expect(answer.status).toBe(201);
  expect(answer.headers['idempotent-replayed']).toBeUndefined();
});

test('two tenants may use the same key', async () => {
  const [{ body, key }, other] = [await lastUnits(), await aStore()];
  await place(store, body, keyed(key));
  const answer = await place(other, { lines: [{ sku: await aProduct(other), quantity: 1 }] }, keyed(key));
  expect(answer).toMatchObject({ status: 201, payload: { orders: { number: '1001' } } });
});

test.each(['', ' ', 'a b', 'é', 'x'.repeat(256)])('rejects the key %j', async (key) => {
  const { body } = await lastUnits();
  const header = { 'Idempotency-Key': Buffer.from(key).toString('latin1') };
  expect(await place(store, body, header)).toMatchObject({ status: 400, code: 'invalid_request' });
});

test('fifty identical concurrent requests place one order', async () => {
  const fresh = await aStore();
  const body = { lines: [{ sku: await aProduct(fresh, { stock: 100 }), quantity: 1 }] };
  const answers = await times(50, () => place(fresh, body, keyed('one')));
  expect(tally(answers)).toEqual({ 201: 50 });
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
  expect(await walk('getOrders', { as: fresh.key })).toHaveLength(1);
});
