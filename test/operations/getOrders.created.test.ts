import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { aProduct, place, times, update } from '../support/orders.ts';
import { walk } from '../support/walk.ts';

let store: Store;
/** Highest number first. */
let orders: Order[];

beforeAll(async () => {
  store = await aStore();
  const lines = [{ sku: await aProduct(store), quantity: 1 }];
  const some = async (count: number) =>
    (await times(count, () => place(store, { lines }))).map(({ payload }) => payload.orders);
  // Place orders in bursts, so that many share a millisecond, with pauses in between.
  const placed: Order[] = [];
  const isShared = () => new Set(placed.map(({ created }) => created)).size < placed.length;
  for (let burst = 0; burst < 5 || (burst < 50 && !isShared()); burst++) {
    placed.push(...(await some([12, 1, 12, 3, 12][burst % 5] as number)));
    await sleep(20);
  }
  orders = placed.sort((a, b) => Number(b.number) - Number(a.number));
});

const list = async (query: Record<string, string>) => (await walk('getOrders', { as: store.key, query })) as Order[];
const within = (from: string, to: string) => orders.filter(({ created }) => created >= from && created <= to);
const shifted = (moment: string, by: number) => new Date(Date.parse(moment) + by).toISOString();

test('some orders share a creation time', () => {
  expect(new Set(orders.map(({ created }) => created)).size).toBeLessThan(orders.length);
});

test('a range includes both its ends to the millisecond, in one page or many', async () => {
  const moments = [...new Set(orders.map(({ created }) => created))].sort();
  const chosen = [moments[0], moments[1], moments[moments.length >> 1], moments.at(-2), moments.at(-1)] as string[];
  for (const from of chosen) {
    expect(await list({ created_from: from })).toEqual(within(from, '~'));
    expect(await list({ created_from: shifted(from, 1) })).toEqual(within(shifted(from, 1), '~'));
    expect(await list({ created_to: from, limit: '5' })).toEqual(within('', from));
    expect(await list({ created_to: shifted(from, -1) })).toEqual(within('', shifted(from, -1)));
    for (const to of chosen.filter((to) => to >= from))
      expect(await list({ created_from: from, created_to: to, limit: '7' })).toEqual(within(from, to));
  }
});

test('a range may use any time zone and may be empty', async () => {
  const { created } = orders[20] as Order;
  const berlin = shifted(created, 2 * 3_600_000).replace('Z', '+02:00');
  expect(await list({ created_from: berlin, created_to: berlin })).toEqual(within(created, created));
  expect(await list({ created_from: '2099-01-01T00:00:00Z' })).toEqual([]);
  expect(await list({ created_to: '1999-01-01T00:00:00Z' })).toEqual([]);
  expect(await list({ created_from: '0000-01-01T00:00:00Z', created_to: '9999-12-31T23:59:59.999Z' })).toEqual(orders);
});

test('a range can be combined with other filters', async () => {
  const chosen = orders.filter((_, i) => i % 7 === 0);
  for (const { number } of chosen) await update(store, number, { visible: false });
  const { created } = orders[30] as Order;
  const numbers = (some: Order[]) => some.map(({ number }) => number);
  expect(numbers(await list({ created_from: created, visible: 'false', limit: '2' }))).toEqual(
    numbers(chosen.filter((order) => order.created >= created)),
  );
});
