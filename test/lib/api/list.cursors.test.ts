import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { page } from '../../../lib/api/list.ts';
import { createAction } from '../../../lib/db/action.ts';
import type { TenantId } from '../../../lib/db/key.ts';
import { partition } from '../../../lib/db/query.ts';
import { commit } from '../../../lib/db/write.ts';
import { timeId } from '../../../lib/values/id.ts';
import { aStore, platform, type Store } from '../../support/actors.ts';
import { call } from '../../support/call.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

/** A cursor with a valid checksum. Only someone who has read this code could make one. */
function forged(scope: string, operation: string, after: string) {
  const text = Buffer.from(JSON.stringify({ filters: {}, after })).toString('base64url');
  const sum = createHash('sha256').update(`${scope}\n${operation}\n${text}`).digest('base64url').slice(0, 12);
  return `${text}.${sum}`;
}

describe('rejects a cursor with an invalid position', () => {
  test.each(['\u{10ffff}', '~~'])('in a list of products: %j', async (after) => {
    const cursor = forged(store.tenant.id, 'getProducts', after);
    expect(await call('getProducts', { as: store.key, query: { cursor } })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'cursor' }] },
    });
  });

  test.each(['', 'nonsense', 'a b'])('in a list of tenants: %j', async (after) => {
    const cursor = forged('PLATFORM', 'getTenants', after);
    expect(await call('getTenants', { as: platform, query: { cursor } })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'cursor' }] },
    });
  });
});

describe('the size of a page', () => {
  const megabytes = (text: string) => Buffer.byteLength(text) / 1e6;

  /** The sizes of the first page of a list whose items contain this text. */
  async function sizesOf(text: string, count: number) {
    const scope = `ten_${timeId(new Date())}` as TenantId;
    const keys = Array.from({ length: count }, (_, n) => `THING#${String(n).padStart(4, '0')}`);
    await Promise.all(keys.map((sk) => commit({ thing: createAction(scope, sk, { text }) })));
    const sourceFor = () => ({
      source: partition<{ text: string }>(scope, 'THING#', 'ascending'),
      view: ({ text }: { text: string }) => text,
    });
    const { items, next_cursor } = await page({ scope, operation: 'things', query: {}, sourceFor });
    const body = JSON.stringify({ payload: { items, next_cursor } });
    return {
      count: items.length,
      isLast: next_cursor === null,
      answer: megabytes(body),
      wrapped: megabytes(JSON.stringify({ body })),
    };
  }

  test('stays within the limit of the gateway, even if it contains only quotes', async () => {
    const { answer, wrapped, isLast } = await sizesOf('"'.repeat(100_000), 24);
    expect(isLast).toBe(false);
    expect(wrapped).toBeLessThan(6);
    expect(wrapped).toBeGreaterThan(5);
    expect(answer).toBeLessThan(4);
  });

  test('stays within 4 MB of plain text', async () => {
    const { answer, isLast } = await sizesOf('é'.repeat(150_000), 15);
    expect(isLast).toBe(false);
    expect(answer).toBeLessThan(4.1);
    expect(answer).toBeGreaterThan(3.5);
  });
});
