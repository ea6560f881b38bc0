import { beforeAll, expect, test } from '@jest/globals';
import { aStore, platformKey, type Store } from '../support/actors.ts';
import { anOrder, aProduct, pay, place, read, stockOf, tally, times, update } from '../support/orders.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore(await platformKey());
});

test('fifty default payments at once settle an order once', async () => {
  const { number } = await anOrder(store);
  const t = performance.now();
  const answers = await times(50, () => pay(store, number));
  console.log('50 pays', performance.now() - t);
  expect(tally(answers)).toEqual({ 201: 1, order_settled: 49 });
  expect(await read(store, number)).toMatchObject({ paid: 10, balance: 0, version: 2, payments: [{ total: 10 }] });
});

test('thirty payments of 0.5 at once pay 10 with exactly twenty', async () => {
  const { number } = await anOrder(store);
  const t = performance.now();
  const answers = await times(30, () => pay(store, number, { total: 0.5 }));
  console.log('30 pays', performance.now() - t);
  expect(tally(answers)).toEqual({ 201: 20, payment_exceeds_balance: 10 });
  const after = answers.filter(({ status }) => status === 201).map(({ payload }) => payload.payment.balance_after);
  expect(after.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i / 2));
  expect(await read(store, number)).toMatchObject({ paid: 10, balance: 0, version: 21 });
});

test('forty refunds at once never exceed what was paid', async () => {
  const { number } = await anOrder(store);
  await pay(store, number);
  const t = performance.now();
  const answers = await times(40, () => pay(store, number, { method: 'refund', total: -0.75 }));
  console.log('40 refunds', performance.now() - t);
  expect(tally(answers)).toEqual({ 201: 13, refund_exceeds_paid: 27 });
  expect(await read(store, number)).toMatchObject({ paid: 10, refunded: 9.75, balance: 9.75, version: 15 });
});

test('a hundred orders for ten units at once are ten orders', async () => {
  const sku = await aProduct(store, { stock: 10 });
  const t = performance.now();
  const answers = await times(100, () => place(store, { lines: [{ sku, quantity: 1 }] }));
  console.log('100 orders', performance.now() - t);
  expect(tally(answers)).toEqual({ 201: 10, insufficient_stock: 90 });
  expect(await stockOf(store, sku)).toEqual([0, 10]);
});

test('twenty cancels with restock at once free the units once', async () => {
  const sku = await aProduct(store, { stock: 10 });
  const { number } = await anOrder(store, { lines: [{ sku, quantity: 4 }] });
  const t = performance.now();
  const answers = await times(20, () => update(store, number, { cancelled: true, restock: true }));
  console.log('20 cancels', performance.now() - t);
  expect(tally(answers)).toEqual({ 200: 20 });
  expect(await stockOf(store, sku)).toEqual([10, 0]);
  expect(await read(store, number)).toMatchObject({ cancelled: true, version: 2 });
});
