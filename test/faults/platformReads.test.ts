import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Tenant } from '../../lib/tenant/schema.ts';
import { aPlatformKey, aStore, aTenant, platform, type Store, uniqueName } from '../support/actors.ts';
import { call, type Options } from '../support/call.ts';
import * as faults from '../support/injectFault.ts';
import { observing, type Plan, suffering } from '../support/injectFault.ts';
import { auditOf } from '../support/walk.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterAll(() => {
  jest.restoreAllMocks();
});

const reads: Record<string, () => Options> = {
  testKey: () => ({}),
  getTenant: () => ({ params: { id: store.tenant.name } }),
  getTenants: () => ({ query: { limit: '3' } }),
  getKeys: () => ({ params: { id: store.tenant.name } }),
  getAudit: () => ({ query: { tenant: store.tenant.name } }),
};

const { failsBefore, failsAfterTheCommit, isThrottled, timesOut } = faults;

describe.each(Object.entries(reads))('%s', (id, options) => {
  test.each(Object.entries({ failsBefore, failsAfterTheCommit, isThrottled, timesOut }))(
    'answers, or 503, where a call %s',
    async (_, fault) => {
      const seen = await observing(async () => call(id, { ...options(), as: await aPlatformKey() }));
      const places = seen.calls.filter(({ command }) => command !== 'TransactWriteItems');
      const cells = places.flatMap((place) => [false, true].map((lasting) => ({ ...place, lasting, fault })));
      const statuses = cells.map(async (cell) => {
        const as = await aPlatformKey();
        const { result, struck } = await suffering([cell], () => call(id, { ...options(), as }));
        expect(struck).toBeGreaterThan(0);
        return result.status;
      });
      const expected = cells.map(({ command, lasting }) => (lasting && command !== 'UpdateItem' ? 503 : 200));
      expect(await Promise.all(statuses)).toEqual(expected);
    },
  );
});

const update = (id: string, body: object) => call('updateTenant', { as: platform, params: { id }, body });
const read = async (id: string) => (await call('getTenant', { as: platform, params: { id } })).payload.tenant as Tenant;

describe('a first read that is stale', () => {
  test('costs a change another turn, and loses nothing', async () => {
    const { id } = await aTenant();
    const { reads } = await observing(() => read(id));
    await update(id, { country: 'FR' });
    const plan: Plan = { command: 'GetItem', fault: faults.staleRead(reads) };
    const { result, struck } = await suffering([plan], () => update(id, { timezone: 'UTC' }));
    expect(struck).toBe(1);
    expect(result).toMatchObject({ status: 200, payload: { tenant: { country: 'FR', timezone: 'UTC', version: 3 } } });
    expect((await auditOf(id))[0]).toMatchObject({
      before: { timezone: 'Europe/Berlin' },
      after: { timezone: 'UTC' },
    });
  });

  test('of a name lets nobody change the tenant that had it', async () => {
    const [former, heir] = [await aTenant(), await aTenant()];
    const { name } = former;
    const { reads } = await observing(() => read(name));
    await update(former.id, { name: uniqueName() });
    await update(heir.id, { name });
    const before = await read(former.id);
    const plan: Plan = { command: 'GetItem', fault: faults.staleRead(reads) };
    const changed = await suffering([plan], () => update(name, { country: 'FR' }));
    expect(changed.result).toMatchObject({ status: 200, payload: { tenant: { id: heir.id, country: 'FR' } } });
    const issued = await suffering([plan], () => call('issueKey', { as: platform, params: { id: name } }));
    expect(issued.result.status).toBe(404);
    expect([changed.struck, issued.struck]).toEqual([1, 1]);
    expect(await read(former.id)).toEqual(before);
    expect((await call('getKeys', { as: platform, params: { id: former.id } })).payload.keys).toEqual([]);
  });
});

describe('a rename between a change’s reading and its writing', () => {
  test('is seen: who is called by the former name is not changed', async () => {
    const { id, name } = await aTenant();
    const rename = faults.meanwhile(() => update(id, { name: uniqueName() }));
    const { result } = await suffering([{ command: 'GetItem', nth: 2, fault: rename }], () => update(name, { country: 'FR' }));
    expect(result).toMatchObject({ status: 404, code: 'not_found' });
    expect(await read(id)).toMatchObject({ country: 'DE', version: 2 });
  });

  test('does not matter to who is called by the id', async () => {
    const { id } = await aTenant();
    const name = uniqueName();
    const rename = faults.meanwhile(() => update(id, { name }));
    const { result } = await suffering([{ command: 'GetItem', fault: rename }], () => update(id, { country: 'FR' }));
    expect(result).toMatchObject({ status: 200, payload: { tenant: { name, country: 'FR', version: 3 } } });
  });
});

test('a race that cannot be won ends with 503 within five seconds, and nothing is changed', async () => {
  const tenant = await aTenant();
  const { id, name } = tenant;
  const plan: Plan = { command: 'TransactWriteItems', nth: 'every', fault: faults.conflicts };
  const start = performance.now();
  const answers = await Promise.all([
    suffering([plan], () => update(id, { country: 'FR' })),
    suffering([plan], () => call('issueKey', { as: platform, params: { id }, headers: { 'Idempotency-Key': uniqueName() } })),
    suffering([plan], () => call('linkDomain', { as: platform, body: { tenant: name, host: `${name}.example.com` } })),
  ]);
  expect(performance.now() - start).toBeLessThan(5000);
  expect(answers.map(({ result }) => result.status)).toEqual([503, 503, 503]);
  for (const { struck } of answers) expect(struck).toBeGreaterThan(5);
  expect(await read(id)).toEqual(tenant);
}, 10_000);

test('a database that answers nothing at all is 503 for everybody', async () => {
  const as = await aPlatformKey();
  const plan: Plan = { command: 'GetItem', nth: 'every', lasting: true, fault: timesOut };
  const { result } = await suffering([plan], () => call('getTenant', { as, params: { id: store.tenant.id } }));
  expect(result).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
});
