import { expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import type { ReportDay } from '../../../lib/order/schema.ts';
import { aStore } from '../../support/actors.ts';
import { writeOrders } from '../../support/bulkOrders.ts';
import { call } from '../../support/call.ts';
import { metered } from '../../support/database.ts';
import { anOrder, update } from '../../support/orders.ts';
import { pages } from '../../support/walk.ts';

const dayMs = 86_400_000;
const perDay = 1000;
const days = 40;
const firstNumber = 2000;

const store = await aStore({ timezone: 'UTC' });
const today = Date.parse(new Date().toISOString().slice(0, 10));
/** One order a minute and a half over the last 40 days. */
const placed = Array.from({ length: perDay * days }, (_, i) => ({
  number: firstNumber + i,
  created: new Date(today - days * dayMs + (i * dayMs) / perDay),
}));
await writeOrders(store.tenant.id as TenantId, placed);

const nameOf = (day: number) => new Date(day).toISOString().slice(0, 10);

test('the pages of the daily report add up to the days of a large store', async () => {
  const [from, to] = [nameOf(today - days * dayMs), nameOf(today - dayMs)];
  const sums = new Map<string, number>();
  const ends: string[] = [];
  for await (const { payload } of pages('getDailyReport', { as: store.key, query: { from, to } })) {
    for (const { day, orders } of payload.days as ReportDay[]) sums.set(day, (sums.get(day) ?? 0) + orders);
    ends.push(payload.complete_from);
    for (const [day, orders] of sums) {
      if (`${day}T00:00:00.000Z` > payload.complete_from) expect([day, orders]).toEqual([day, perDay]);
    }
  }
  expect(ends.length).toBeGreaterThan(1);
  expect(ends).toEqual(ends.toSorted().reverse());
  expect([...sums.values()]).toEqual(Array.from({ length: days }, () => perDay));
});

test('a page takes one read of the tenant and at most four of the index', async () => {
  await call('getOwnTenant', { as: store.key });
  const { sent, units } = await metered(() =>
    call('getDailyReport', { as: store.key, query: { from: nameOf(today - 40 * dayMs) } }),
  );
  expect(sent.map(({ command }) => command)).toEqual(['GetItem', 'Query', 'Query', 'Query', 'Query']);
  expect(units).toBeLessThan(4 * 140);
});

test('the report of open orders costs less than 5 units in a large store', async () => {
  const number = (await anOrder(store, { authorized: true })).number;
  const { result, units } = await metered(() => call('getOpenReport', { as: store.key }));
  expect(result.payload.shippable.orders).toBe(1);
  expect(units).toBeLessThan(5);
  await update(store, number, { cancelled: true });
});
