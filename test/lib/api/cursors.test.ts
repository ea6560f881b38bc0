import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { routeOf } from '../../../lib/routes.ts';
import { aStore, platform } from '../../support/actors.ts';
import { type Answer, call } from '../../support/call.ts';
import { silenceLog } from '../../support/faultCells.ts';
import { failsBefore } from '../../support/faultKinds.ts';
import { withFaults } from '../../support/injectFault.ts';
import { aProduct, place } from '../../support/orders.ts';
import { isFull, seed } from '../../support/sample.ts';

silenceLog();

const store = await aStore();
const sku = await aProduct(store);
for (let i = 0; i < 5; i++) await place(store, { lines: [{ sku, quantity: 1 }] });
const numbers = (await call('getOrders', { as: store.key })).payload.orders.map(({ number }: { number: string }) => number);

/** A cursor with this content and a valid checksum, as a tenant could forge it for its own store. */
function forged(scope: string, operation: string, content: unknown): string {
  const text = Buffer.from(JSON.stringify(content) ?? '').toString('base64url');
  const sum = createHash('sha256').update(`${scope}\n${operation}\n${text}`).digest('base64url').slice(0, 12);
  return `${text}.${sum}`;
}

const contentOf = (cursor: string) => JSON.parse(Buffer.from(cursor.split('.')[0] as string, 'base64url').toString());

/** Checks that the cursor is rejected, or that the page contains only orders of the caller, each once. */
function mustBeHarmless({ status, payload, body }: Answer) {
  expect([200, 400]).toContain(status);
  if (status === 400) return expect(body.errors[0].field).toBe('cursor');
  const seen = payload.orders.map(({ number }: { number: string }) => number);
  expect(new Set(seen).size).toBe(seen.length);
  for (const number of seen) expect(numbers).toContain(number);
}

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
  fc.constantFrom(null, '', '~', 'ORDER#', '\u0000', 'ä', 'x'.repeat(2000), -1, 1e300, [], {}, 'T#ten_0', 'AUDIT#'),
  fc.constantFrom(
    5,
    true,
    'ann',
    '0000001',
    '2026-01-01T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '-271821-04-20T00:00:00.000Z',
  ),
  fc.string({ maxLength: 40 }),
);

test('a forged cursor is rejected or returns only orders of the caller', async () => {
  const { payload } = await call('getOrders', { as: store.key, query: { limit: '2', visible: 'true' } });
  const genuine = contentOf(payload.next_cursor);
  const names = ['filters', 'after', 'low', 'high', 'visible', 'created_from', 'settled', 'q', 'updated_from', 'began'];
  const content = fc.oneof(
    odd,
    fc.record({ filters: odd, after: odd }),
    fc.tuple(odd, odd).map(([updated_from, began]) => ({ ...genuine, filters: { updated_from, began } })),
    fc.tuple(fc.constantFrom(...names), odd).map(([name, value]) => ({ ...genuine, [name]: value })),
    fc
      .tuple(fc.constantFrom(...names), odd)
      .map(([name, value]) => ({ ...genuine, filters: { ...genuine.filters, [name]: value } })),
  );
  await fc.assert(
    fc.asyncProperty(content, async (value) => {
      mustBeHarmless(
        await call('getOrders', { as: store.key, query: { cursor: forged(store.tenant.id, 'getOrders', value) } }),
      );
    }),
    { seed: Number(seed), numRuns: isFull ? 5000 : 300 },
  );
});

test.each(['getTenants', 'getAudit'])('a forged cursor for %s never causes an internal error', async (operation) => {
  for (const after of ['', ' ', 'a b c', '1 T#x TENANT', '~', 7, null, ['a'], 'x'.repeat(5000)]) {
    const cursor = forged('PLATFORM', operation, { filters: {}, after });
    const { status } = await call(operation, { as: platform, query: { cursor } });
    expect([200, 400]).toContain(status);
  }
});

test('a forged cursor for redeliverAll never causes an internal error', async () => {
  for (const filters of [
    { state: 'failed' },
    { state: 'failed', low: '~~' },
    { state: 'failed', low: 7, since: true },
    { low: '' },
  ]) {
    // A store can call it ten times a minute.
    const { tenant, key } = await aStore();
    for (const after of ['', ' ', '~', 'x', '01m80rh7czc5khf1413ngr43s6', 7, null]) {
      const cursor = forged(tenant.id, 'redeliverAll', { filters, after });
      const params = { name: 'confirm-order' };
      const { status } = await call('redeliverAll', { as: key, params, body: { state: 'failed', cursor } });
      expect([200, 400]).toContain(status);
    }
  }
});

/** A cursor that the operation rejects, although its checksum is valid. */
test.each<[string, object]>([
  ['getUsers', { filters: { email: 5 }, after: 'x' }],
  ['getDailyReport', { filters: { from: 5, to: '2026-10-01' }, after: 'x' }],
  ['getDailyReport', { filters: { from: '2026-10-01', to: 'x' }, after: 'x' }],
  ['getTenants', { filters: { q: true }, after: 'x' }],
  ['getProducts', { filters: { q: 5 }, after: 'x' }],
  ...[5, '', 'x'].map((tenant): [string, object] => ['getAudit', { filters: { tenant }, after: 'x' }]),
  ['getDailyReport', { filters: { from: '2026-10-01', to: '2026-10-02' }, after: 'x' }],
  ['getOpenReport', { filters: {}, after: '\u{10ffff}' }],
  ...['\u{10ffff}', '\ud800', '~~'].map((after): [string, object] => ['getProducts', { filters: {}, after }]),
  ...['', 'nonsense', 'a b', 'a  b', '1 T#x '].map((after): [string, object] => ['getTenants', { filters: {}, after }]),
])('a forged cursor of %s with %j is rejected', async (id, content) => {
  const isOwn = routeOf(id).caller === 'management';
  const cursor = forged(isOwn ? store.tenant.id : 'PLATFORM', id, content);
  const answer = await call(id, { as: isOwn ? store.key : platform, query: { cursor } });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
});

test('a cursor is not blamed if the database does not answer', async () => {
  const first = await call('getOrders', { as: store.key, query: { limit: '2' } });
  const next = () => call('getOrders', { as: store.key, query: { cursor: first.payload.next_cursor } });
  const fault = { command: 'Query', nth: 'every', lasting: true, fault: failsBefore } as const;
  expect((await withFaults([fault], next)).result.status).toBe(503);
  expect((await next()).status).toBe(200);
});
