import { beforeAll, describe, expect, test } from '@jest/globals';
import { page } from '../../../lib/api/list.ts';
import { createAction } from '../../../lib/db/action.ts';
import type { TenantId } from '../../../lib/db/key.ts';
import { itemsIn } from '../../../lib/db/query.ts';
import { commit } from '../../../lib/db/write.ts';
import { timeId } from '../../../lib/values/id.ts';
import { metered } from '../../support/database.ts';
import { type Fault, withFaults } from '../../support/injectFault.ts';

type Thing = { sk: string; n: number; text: string };
type Query = { limit?: number; cursor?: string; every?: number };

const aScope = () => `ten_${timeId(new Date())}` as TenantId;
const fill = (scope: TenantId, count: number, text: string, hidden = '') =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      commit({ thing: createAction(scope, `THING#${String(n).padStart(4, '0')}`, { n, text, hidden }) }),
    ),
  );

/** Every nth thing of a scope. */
const list = (scope: TenantId, query: Query) =>
  page<Thing, { n: number; text: string }, { every?: number | undefined }>({
    scope,
    operation: 'things',
    query,
    sourceFor: ({ every }) => ({
      source: itemsIn<Thing>(scope, 'THING#', 'ascending'),
      view: ({ n, text }) => ({ n, text }),
      isListed: every === undefined ? undefined : ({ n }) => n % every === 0,
    }),
  });

async function walk(scope: TenantId, query: Query) {
  const pages = [];
  for (let next: Query | undefined = query; next; ) {
    const answer = await metered(() => list(scope, next as Query));
    pages.push({ ...answer.result, calls: answer.calls });
    const { next_cursor } = answer.result;
    next = next_cursor ? { ...(query.limit && { limit: query.limit }), cursor: next_cursor } : undefined;
  }
  return pages;
}

const numbers = (pages: { items: { n: number }[] }[]) => pages.flatMap(({ items }) => items.map(({ n }) => n));
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('a short list', () => {
  const scope = aScope();
  beforeAll(() => fill(scope, 20, 'x'));

  test.each([1, 3, 7, 19, 20, 21, 1000])('in pages of %d returns every item once and in order, then ends', async (limit) => {
    const pages = await walk(scope, { limit });
    expect(numbers(pages)).toEqual(upTo(20));
    expect(pages).toHaveLength(Math.ceil(20 / limit));
    for (const { items, calls } of pages) expect([items.length <= limit, calls <= 2]).toEqual([true, true]);
  });

  test.each([1, 2, 5])('in pages of %d returns only the items that match a filter', async (limit) => {
    expect(numbers(await walk(scope, { limit, every: 6 }))).toEqual([0, 6, 12, 18]);
  });

  test('continues after the last item seen, even if items were added before and after it', async () => {
    const own = aScope();
    await fill(own, 10, 'x');
    const first = await list(own, { limit: 5 });
    await commit({
      early: createAction(own, 'THING#0001a', { n: 100, text: '' }),
      late: createAction(own, 'THING#0006a', { n: 101, text: '' }),
    });
    expect(numbers([await list(own, { cursor: first.next_cursor as string })])).toEqual([5, 6, 101, 7, 8, 9]);
  });
});

describe('a list too large for one response', () => {
  const scope = aScope();
  const count = 24;
  const sizeOf = (items: unknown) => {
    const body = JSON.stringify({ payload: { items } });
    return { plain: Buffer.byteLength(body), escaped: Buffer.byteLength(JSON.stringify({ body })) };
  };

  // A quote takes one byte in the table, two in our response, and four in the gateway's.
  beforeAll(() => fill(scope, count, '"'.repeat(150_000) + 'x'.repeat(50_000)));

  test.each([undefined, 5, 1000])('is split into pages that fit, with at most four reads each (limit %p)', async (limit) => {
    const pages = await walk(scope, limit ? { limit } : {});
    expect(numbers(pages)).toEqual(upTo(count));
    for (const { items, calls } of pages) {
      expect(calls).toBeLessThanOrEqual(4);
      expect(sizeOf(items).plain).toBeLessThan(4_100_000);
      expect(sizeOf(items).escaped).toBeLessThan(5_700_000);
    }
    expect(pages.length).toBeLessThan(count);
    if (limit !== 5) expect(sizeOf(pages[0]?.items).escaped).toBeGreaterThan(5_000_000);
  });

  test('is split into pages of 4 MB if its text needs no escaping', async () => {
    const own = aScope();
    await fill(own, 15, 'é'.repeat(150_000));
    const { items, next_cursor } = await list(own, {});
    expect(next_cursor).not.toBeNull();
    expect(sizeOf(items).plain).toBeGreaterThan(3_500_000);
    expect(sizeOf(items).plain).toBeLessThan(4_100_000);
  });

  test('fills its pages although the stored items hold more than it shows', async () => {
    const own = aScope();
    await fill(own, 20, 'x', 'x'.repeat(350_000));
    expect(await walk(own, {})).toMatchObject([{ items: { length: 20 }, next_cursor: null }]);
  });

  test('with few matching items may return empty pages, but ends', async () => {
    const pages = await walk(scope, { limit: 1, every: 23 });
    expect(numbers(pages)).toEqual([0, 23]);
    for (const { calls } of pages) expect(calls).toBeLessThanOrEqual(4);
  });
});

test('only an invalid cursor is blamed if the database calls a read invalid', async () => {
  const scope = aScope();
  await fill(scope, 2, 'x');
  const { next_cursor } = await list(scope, { limit: 1 });
  const invalid: Fault = () => Promise.reject(Object.assign(new Error('invalid'), { name: 'ValidationException' }));
  const codeOf = async (query: Query) => {
    const { result } = await withFaults([{ command: 'Query', lasting: true, fault: invalid }], () =>
      list(scope, query).catch(({ code, name }) => code ?? name),
    );
    return result;
  };
  expect(await codeOf({ cursor: next_cursor as string })).toBe('invalid_request');
  expect(await codeOf({ limit: 1 })).toBe('ValidationException');
});
