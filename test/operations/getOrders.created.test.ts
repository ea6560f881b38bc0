import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, update } from '../support/orders.ts';
import { walk } from '../support/walk.ts';

let store: Store;
/** Highest number first. */
const orders: Order[] = [];

beforeAll(async () => {
  store = await aStore();
  for (let i = 0; i < 6; i++) {
    orders.unshift(await anOrder(store));
    await sleep(5);
  }
  for (const order of [orders[0], orders[3]]) await update(store, order?.number as string, { visible: false });
});

const list = async (query: Record<string, string>) =>
  (await walk('getOrders', { as: store.key, query })).map(({ number }) => number);
const numbers = (...places: number[]) => places.map((i) => orders[i]?.number);
const shifted = (moment: string, by: number) => new Date(Date.parse(moment) + by).toISOString();

test('a range includes both its ends to the millisecond, in one page or many', async () => {
  const [to, from] = [1, 4].map((i) => orders[i]?.created) as [string, string];
  for (const limit of ['1', '1000']) {
    expect(await list({ created_from: from, created_to: to, limit })).toEqual(numbers(1, 2, 3, 4));
    expect(await list({ created_from: shifted(from, 1), limit })).toEqual(numbers(0, 1, 2, 3));
    expect(await list({ created_to: shifted(to, -1), limit })).toEqual(numbers(2, 3, 4, 5));
    expect(await list({ created_from: from, visible: 'false', limit })).toEqual(numbers(0, 3));
  }
});

test('a range may use any time zone and may be empty, but must not end before it begins', async () => {
  const { created } = orders[2] as Order;
  const berlin = shifted(created, 2 * 3_600_000).replace('Z', '+02:00');
  expect(await list({ created_from: berlin, created_to: berlin })).toEqual(numbers(2));
  expect(await list({ created_from: '2099-01-01T00:00:00Z' })).toEqual([]);
  expect(await list({ created_from: '0000-01-01T00:00:00Z', created_to: '9999-12-31T23:59:59.999Z' })).toHaveLength(6);
  const query = { created_from: '2026-02-01T00:00:00Z', created_to: '2026-01-01T00:00:00Z' };
  const backwards = { status: 400, body: { errors: [{ field: 'created_to' }] } };
  expect(await call('getOrders', { as: store.key, query })).toMatchObject(backwards);
});

test('`order=asc` lists the lowest number first, with the same filters, in one page or many', async () => {
  const [to, from] = [1, 4].map((i) => orders[i]?.created) as [string, string];
  for (const limit of ['1', '1000']) {
    expect(await list({ order: 'asc', limit })).toEqual(numbers(5, 4, 3, 2, 1, 0));
    expect(await list({ order: 'asc', created_from: from, created_to: to, limit })).toEqual(numbers(4, 3, 2, 1));
    expect(await list({ order: 'asc', visible: 'false', limit })).toEqual(numbers(3, 0));
  }
});

test.each<Record<string, string>>([
  { order: 'desc' },
  { order: 'asc', q: 'ada' },
  { order: 'asc', updated_from: '2026-01-01T00:00:00Z' },
])('rejects %j', async (query) => {
  const errors = [{ field: 'order' }];
  expect(await call('getOrders', { as: store.key, query })).toMatchObject({ status: 400, body: { errors } });
});
