import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { itemKey, type TenantId } from '../../../lib/db/key.ts';
import { getOrders } from '../../../lib/order/getOrders.ts';
import { highestNumber, reversed } from '../../../lib/order/searchKeys.ts';
import { paddedNumber } from '../../../lib/values/id.ts';
import { aTenant } from '../../support/actors.ts';
import { type Placed, writeOrders } from '../../support/bulkOrders.ts';
import { metered, writeItems } from '../../support/database.ts';
import { type Attempt, withFaults } from '../../support/injectFault.ts';
import { isFull, seed } from '../../support/sample.ts';

const count = 2000;
const start = Date.parse('2026-01-01T00:00:00Z');

const tenant = (await aTenant()).id as TenantId;
// As in production: about every hundredth number is unused, once five hundred in a row; nobody orders at night;
// up to five seconds pass between reading the clock and getting a number.
let [number, moment] = [1000, start];
const orders = Array.from({ length: count }, (_, i) => {
  number += i === 1200 ? 501 : 1 + Number(i % 97 === 0);
  moment += i % 200 === 0 ? 50_000_000 : ((i * 7919) % 40_000) * (i % 3);
  return { number, created: new Date(moment + ((i * 7907) % 5000)) };
});
await writeOrders(tenant, orders);

const numberOf = ({ text }: { text: string }) => Number(/"number":"(\d+)"/.exec(text)?.[1]);

async function numbersWithin(query: { created_from?: string; created_to?: string; order?: 'asc' | undefined; q?: string }) {
  const { result, calls } = await metered(() => getOrders(tenant, { ...query, limit: 1000 }, new Date()));
  const numbers: number[] = [];
  let page = result;
  for (;;) {
    numbers.push(...page.items.map(numberOf));
    if (!page.next_cursor) return { numbers, calls };
    page = await getOrders(tenant, { cursor: page.next_cursor, limit: 1000 }, new Date());
  }
}

const expected = (from: number, to: number) =>
  orders
    .filter(({ created }) => created.getTime() >= from && created.getTime() <= to)
    .map(({ number }) => number)
    .reverse();

const iso = (moment: number) => new Date(moment).toISOString();
const pick = (i: number) => (orders[i] as Placed).created.getTime();

/** The names of all attributes that the commands of one kind fetch. */
async function attributesFetched(command: 'Query' | 'BatchGetItem', work: () => Promise<unknown>): Promise<string[]> {
  const names = new Set<string>();
  const fault = async ({ forward }: Attempt) => {
    const reply = await forward();
    const { Items, Responses } = reply.output;
    for (const item of Items ?? Object.values(Responses).flat()) for (const name of Object.keys(item)) names.add(name);
    return reply;
  };
  await withFaults([{ command, nth: 'every', lasting: true, fault }], work);
  return [...names].sort();
}

test('a page fetches what it returns and filters by, without the history', async () => {
  const filters = ['authorized', 'cancelled', 'created', 'settled', 'shipment_states', 'visible'];
  const fetched = [...filters, 'json', 'sk', 'version'].sort();
  const list = (query: object) => () => getOrders(tenant, { limit: 10, ...query }, new Date());
  expect(await attributesFetched('Query', list({}))).toEqual(fetched);
  for (const query of [{ updated_from: iso(start) }, { q: String(orders[0]?.number) }]) {
    expect(await attributesFetched('BatchGetItem', list(query))).toEqual(fetched);
  }
});

test('finds exactly the orders of a time range, in either order, with at most 24 reads', async () => {
  const index = fc.nat(count - 1);
  const shift = fc.constantFrom(-1, 0, 1, 20_000);
  const end = fc.option(fc.tuple(index, shift));
  const range = fc.record({ from: end, to: end, order: fc.constantFrom('asc' as const, undefined) });
  await fc.assert(
    fc.asyncProperty(range, async ({ from, to, order }) => {
      const first = from ? pick(from[0]) + from[1] : undefined;
      const last = to ? pick(to[0]) + to[1] : undefined;
      const query = { ...(first && { created_from: iso(first) }), ...(last && { created_to: iso(last) }), order };
      const { numbers, calls } = await numbersWithin(query);
      const found = expected(first ?? 0, last ?? Number.POSITIVE_INFINITY);
      expect(numbers).toEqual(order ? found.reverse() : found);
      expect(calls).toBeLessThanOrEqual(24);
    }),
    {
      seed: Number(seed),
      numRuns: isFull ? 30 : 7,
      examples: [[{ from: [1500, 0], to: [500, 0], order: undefined }], [{ from: [500, 0], to: [1500, 0], order: 'asc' }]],
    },
  );
});

test('reads little more than a time range', async () => {
  const query = { created_from: iso(pick(1000)), created_to: iso(pick(1010)), limit: 100 };
  const { result, units } = await metered(() => getOrders(tenant, query, new Date()));
  expect(result.items.length).toBeGreaterThan(0);
  expect(units).toBeLessThan(100);
});

test('finds a single order by its exact time, in one page', async () => {
  // An order with a lower number than 21 or 369 was created after it.
  for (const i of [0, 1, 21, 369, 1199, 1200, count - 1]) {
    const moment = iso(pick(i));
    const { items, next_cursor } = await getOrders(tenant, { created_from: moment, created_to: moment }, new Date());
    expect(next_cursor).toBeNull();
    expect(items.map(numberOf)).toEqual(expected(pick(i), pick(i)));
  }
});

test('finds more orders by the end of a phone number than one read by keys can fetch', async () => {
  const newest = orders.slice(-101).reverse();
  const phone = reversed('4915112345678');
  const sortKey = ({ number }: Placed) => `FIND#P:${phone}#${paddedNumber(highestNumber - number)}`;
  await writeItems(newest.map((order) => itemKey(tenant, sortKey(order))));
  const { result, calls } = await metered(() => getOrders(tenant, { q: '4915112345678', limit: 1000 }, new Date()));
  expect([result.items.length, calls]).toEqual([100, 2]);
  expect((await numbersWithin({ q: '4915112345678' })).numbers).toEqual(newest.map(({ number }) => number));
});

test('a page near the end of a long list costs as much as the first', async () => {
  const page = (cursor?: string, limit = 100) => metered(() => getOrders(tenant, { limit, cursor }, new Date()));
  const first = await page();
  const { result: earlier } = await page(undefined, count - 110);
  expect(earlier.items).toHaveLength(count - 110);
  const late = await page(earlier.next_cursor as string);
  expect([late.result.items.length, late.calls, late.units]).toEqual([100, first.calls, first.units]);
});
