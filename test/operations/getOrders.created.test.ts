import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore } from '../support/actors.ts';
import { anOrder, update } from '../support/orders.ts';
import { walk } from '../support/walk.ts';

/** Highest number first. */
const orders: Order[] = [];

const store = await aStore();
for (let i = 0; i < 6; i++) {
  orders.unshift(await anOrder(store));
  await sleep(5);
}
for (const order of [orders[0], orders[3]]) await update(store, order?.number as string, { visible: false });

const list = async (query: Record<string, string>) =>
  (await walk('getOrders', { as: store.key, query })).map(({ number }) => number);
const numbers = (...places: number[]) => places.map((i) => orders[i]?.number);
const shifted = (moment: string, by: number) => new Date(Date.parse(moment) + by).toISOString();

test('a range may use any time zone and may be empty', async () => {
  const { created } = orders[2] as Order;
  const berlin = shifted(created, 2 * 3_600_000).replace('Z', '+02:00');
  expect(await list({ created_from: berlin, created_to: berlin })).toEqual(numbers(2));
  expect(await list({ created_from: '2099-01-01T00:00:00Z' })).toEqual([]);
  expect(await list({ created_from: '0000-01-01T00:00:00Z', created_to: '9999-12-31T23:59:59.999Z' })).toHaveLength(6);
});

test('`order=asc` lists the lowest number first, with the same filters, in one page or many', async () => {
  const [to, from] = [1, 4].map((i) => orders[i]?.created) as [string, string];
  for (const limit of ['1', '1000']) {
    expect(await list({ order: 'asc', limit })).toEqual(numbers(5, 4, 3, 2, 1, 0));
    expect(await list({ order: 'asc', created_from: from, created_to: to, limit })).toEqual(numbers(4, 3, 2, 1));
    expect(await list({ order: 'asc', visible: 'false', limit })).toEqual(numbers(3, 0));
  }
});
