import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { anOrder, aProduct, keyed, pay, read } from '../support/orders.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

test('an order remembers the keys of all its payments', async () => {
  const { number } = await anOrder(store);
  const first = await pay(store, number, { total: 4 }, keyed('A'));
  await pay(store, number, { total: 3 }, keyed('B'));
  await pay(store, number, { total: 1 });
  const replayed = { status: 201, headers: { 'idempotent-replayed': 'true' }, text: first.text };
  expect(await pay(store, number, { total: 4 }, keyed('A'))).toMatchObject(replayed);
  expect(await read(store, number)).toMatchObject({ paid: 8, payments: [{ total: 4 }, { total: 3 }, { total: 1 }] });
});

test('counts the transaction_data of an order in bytes, not in characters', async () => {
  const { number } = await anOrder(store, { lines: [{ sku: await aProduct(store), quantity: 20 }] });
  const transaction_data = { a: '😀'.repeat((8192 - 8) / 4) };
  for (let i = 0; i < 16; i++) expect(await pay(store, number, { total: 1, transaction_data })).toMatchObject({ status: 201 });
  const answer = await pay(store, number, { total: 1, transaction_data: { a: 1 } });
  expect(answer).toMatchObject({ status: 409, code: 'order_full' });
});
