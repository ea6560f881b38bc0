import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, pay, read, update } from '../support/orders.ts';

const store = await aStore();

const page = async ({ key }: Store, query: Record<string, string>) => (await call('getOrders', { as: key, query })).payload;

/** All pages of a walk. */
async function walk(as: Store, updated_from: string) {
  let { orders, next_cursor, synced_until } = await page(as, { updated_from, limit: '2' });
  while (next_cursor) {
    const next = await page(as, { cursor: next_cursor, limit: '2' });
    expect(next.synced_until).toBe(synced_until);
    orders = [...orders, ...next.orders];
    next_cursor = next.next_cursor;
  }
  return { orders: orders as Order[], synced_until: synced_until as string };
}

const numbers = (orders: Order[]) => orders.map(({ number }) => number);

test('lists every order changed since a time, oldest change first, as it is now', async () => {
  const own = await aStore();
  const placed = [];
  for (let i = 0; i < 5; i++) placed.push(await anOrder(own));
  await pay(own, '1002');
  await update(own, '1001', { visible: false });
  const { orders } = await walk(own, '2026-01-01T00:00:00Z');
  expect(numbers(orders)).toEqual(['1003', '1004', '1005', '1002', '1001']);
  expect(orders.at(-1)).toEqual(await read(own, '1001'));
  const since = orders[3]?.updated as string;
  expect(numbers((await walk(own, since)).orders)).toEqual(['1002', '1001']);
  expect((await walk(own, '2099-01-01T00:00:00Z')).orders).toEqual([]);
  expect((await walk(own, '0001-01-01T00:00:00Z')).orders).toHaveLength(5);
});

test('a walk ends with the changes made before it began, and says where to begin the next', async () => {
  const own = await aStore();
  for (let i = 0; i < 4; i++) await anOrder(own);
  const begun = Date.now();
  const first = await page(own, { updated_from: '2026-01-01T00:00:00Z', limit: '2' });
  const answered = Date.now();
  await sleep(5);
  await anOrder(own);
  await update(own, '1004', { visible: false });
  const { orders, next_cursor, synced_until } = await page(own, { cursor: first.next_cursor });
  expect([...numbers(first.orders), ...numbers(orders)]).toEqual(['1001', '1002', '1003']);
  expect(next_cursor).toBeNull();
  const syncedUntil = Date.parse(synced_until);
  expect([syncedUntil >= begun - 20_000, syncedUntil <= answered - 15_000]).toEqual([true, true]);
  expect(numbers((await walk(own, synced_until)).orders)).toEqual(['1001', '1002', '1003', '1005', '1004']);
});

test('without `updated_from`, a list has no `synced_until`', async () => {
  expect('synced_until' in (await page(store, {}))).toBe(false);
});
