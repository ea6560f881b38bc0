import { beforeAll, expect, test } from '@jest/globals';
import type { HistoryEntry } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, pay, update } from '../support/orders.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const historyOf = async (number: string): Promise<HistoryEntry[]> =>
  (await call('getHistory', { as: store.key, params: { number } })).payload.entries;

test('an order with many changes keeps the newest 300, and every payment', async () => {
  const order = await anOrder(store);
  await pay(store, order.number, { total: 1 });
  for (let i = 0; i < 301; i++) expect((await update(store, order.number, { visible: i % 2 === 1 })).status).toBe(200);
  const kept = await historyOf(order.number);
  expect(kept.map(({ version }) => version)).toEqual([...Array.from({ length: 300 }, (_, i) => 303 - i), 2]);
  expect(kept.at(-1)).toMatchObject({ operation: 'createPayment' });
});

test('an order with many changes keeps 32 KB of long entries', async () => {
  const order = await anOrder(store);
  const headers = { 'X-Actor': 'x'.repeat(100) };
  for (let i = 0; i < 200; i++) await update(store, order.number, { note: `${i}${'ü'.repeat(150)}` }, headers);
  const kept = await historyOf(order.number);
  expect(kept.length).toBeGreaterThan(40);
  expect(kept.length).toBeLessThan(100);
  expect(kept[0]).toMatchObject({ version: 201 });
});
