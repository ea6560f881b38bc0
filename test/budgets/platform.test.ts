import { describe, expect, test } from '@jest/globals';
import { routeOf } from '../../lib/routes.ts';
import { aPlatformKey, aStore, aTenant, newTenant, platform, uniqueName } from '../support/actors.ts';
import { call, type Options } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { metered } from '../support/database.ts';
import { ownTable } from '../support/ownTable.ts';

// Other tests issue so many platform keys that a list of them takes more calls.
await ownTable();

holdClocks();

const store = await aStore();
for (const as of [platform, store.key]) await call(as === platform ? 'testKey' : 'getOwnTenant', { as });

const { id, name } = store.tenant;
const byId = (options: Options = {}) => ({ params: { id }, ...options });
const byName = (options: Options = {}) => ({ params: { id: name }, ...options });
const named = (fields: object) => ({ body: { tenant: name, ...fields } });
const keyed = { 'Idempotency-Key': uniqueName('key') };
const host = () => `${uniqueName()}.example.com`;
const renaming = async () => ({ params: { id: (await aTenant()).id }, body: { name: uniqueName() } });

async function revoking() {
  const { key } = (await call('issueKey', { as: platform, params: { id } })).payload;
  return { params: { id, key_id: key.id } };
}

/**
 * A read or a creation takes one call, a change two, a list at most four. Finding a tenant by name takes one more, as does reading
 * its name for the audit log, and whether it is suspended. A write that outlives its key reads the key again, which takes one more.
 */
test.each<[operation: string, how: string, calls: number, given?: Options | (() => Promise<Options>)]>([
  ['testKey', 'in a plain call', 0],
  ['getOwnTenant', 'in a plain call', 1, { as: store.key }],
  ['getTenant', 'by id', 1, byId()],
  ['getTenant', 'by name', 2, byName()],
  ['getTenants', 'with a limit of 50', 1, { query: { limit: '50' } }],
  ['getTenants', 'with a limit of 1', 1, { query: { limit: '1' } }],
  ['getKeys', 'by id', 2, byId()],
  ['getKeys', 'by name', 3, byName()],
  ['getAudit', 'of all tenants', 1, { query: { limit: '5' } }],
  ['getAudit', 'of a tenant by id', 1, { query: { tenant: id } }],
  ['getAudit', 'of a tenant by name', 2, { query: { tenant: name } }],
  ['createTenant', 'without a key', 1, { body: newTenant() }],
  ['createTenant', 'with a key', 1, { body: newTenant(), headers: keyed }],
  ['createTenant', 'that is rejected', 1, { body: newTenant({ name }) }],
  ['createTenant', 'that is rejected, with a key', 2, { body: newTenant({ name }), headers: { 'Idempotency-Key': name } }],
  ['updateTenant', 'by id', 2, byId({ body: { country: 'FR' } })],
  ['updateTenant', 'by name', 3, byName({ body: { country: 'ES' } })],
  ['updateTenant', 'without a change', 1, byId({ body: { name } })],
  ['updateTenant', 'with a new name', 2, renaming],
  ['setStoreFront', 'by name', 3, named({ front_end: 'flat' })],
  ['setStorePlan', 'by name', 3, named({ override_plan: 'plan1' })],
  ['linkDomain', 'by name', 3, named({ host: host(), forward_www: true })],
  ['linkDomain', 'to another host', 3, named({ host: host() })],
  ['issueKey', 'by id', 2, byId()],
  ['issueKey', 'by name, with a key', 3, byName({ headers: keyed })],
  ['getPlatformKeys', 'in a plain call', 1],
  ['revokeKey', 'by id', 3, revoking],
])('%s %s takes %i database calls, plus one if it reads its key again', async (operation, _, calls, given = {}) => {
  const options = { as: platform, ...(typeof given === 'function' ? await given() : given) };
  const { result, sent } = await metered(() => call(operation, options));
  expect(result.status).toBeLessThan(410);
  expect(sent).toHaveLength(calls + Number(routeOf(operation).outlivesKey));
});

test('a key that is not cached costs one call, plus one for its first use of the day', async () => {
  const as = await aPlatformKey();
  expect((await metered(() => call('testKey', { as }))).sent.map(({ command }) => command)).toEqual(['GetItem', 'UpdateItem']);
  expect((await metered(() => call('testKey', { as }))).calls).toBe(0);
});

test('a write reads a key that is not cached only once', async () => {
  const as = await aPlatformKey();
  const { sent } = await metered(() => call('createTenant', { as, body: newTenant() }));
  expect(sent.filter(({ command }) => command === 'GetItem')).toHaveLength(1);
});

test('rejecting an invalid body or tenant name costs no database call', async () => {
  const bad = { as: platform, params: { id: store.tenant.id }, body: { country: 'xx' } };
  expect((await metered(() => call('updateTenant', bad))).calls).toBe(0);
  expect((await metered(() => call('createTenant', { as: platform, body: {} }))).calls).toBe(0);
  expect((await metered(() => call('getTenant', { as: platform, params: { id: 'No Name' } }))).calls).toBe(0);
});

describe('capacity', () => {
  test('reading a tenant takes one unit by id and two by name', async () => {
    expect((await metered(() => call('getOwnTenant', { as: store.key }))).units).toBe(1);
    expect((await metered(() => call('getTenant', { as: platform, params: { id: store.tenant.id } }))).units).toBe(1);
    expect((await metered(() => call('getTenant', { as: platform, params: { id: store.tenant.name } }))).units).toBe(2);
  });

  test('listing the few changes of a store takes half a unit', async () => {
    const first = await metered(() => call('getOwnAudit', { as: store.key, query: { limit: '2' } }));
    expect(first.units).toBe(0.5);
    const { next_cursor: cursor } = first.result.payload;
    expect((await metered(() => call('getOwnAudit', { as: store.key, query: { limit: '2', cursor } }))).units).toBe(0.5);
    const query = { tenant: store.tenant.id, limit: '2' };
    expect((await metered(() => call('getAudit', { as: platform, query }))).units).toBe(0.5);
  });

  test('overriding the availability ten times writes nothing to the index that the lists use', async () => {
    const text = 'Ä'.repeat(200);
    const address = { name: text, company: text, line1: text, line2: text, city: text, region: text };
    await call('updateLegal', { as: store.key, body: { company_name: text, address } });
    const { sent } = await metered(async () => {
      for (let i = 0; i < 10; i++) await call('overrideAvailability', { as: store.key, body: { available: i % 2 === 0 } });
    });
    const writes = sent.filter(({ command }) => command === 'TransactWriteItems');
    expect(writes).toHaveLength(10);
    expect(writes.reduce((sum, { indexUnits }) => sum + indexUnits, 0)).toBe(0);
    const renamed = { as: platform, params: { id: store.tenant.id }, body: { timezone: 'Europe/Rome' } };
    const { sent: listed } = await metered(() => call('updateTenant', renamed));
    expect(listed.some(({ indexUnits }) => indexUnits > 0)).toBe(true);
  });

  test('a page takes at most one unit, wherever it is in the list', async () => {
    for (let i = 0; i < 12; i++) await aTenant();
    const units: number[] = [];
    let query: Record<string, string> = { limit: '3' };
    for (let page = 0; page < 4; page++) {
      const seen = await metered(() => call('getTenants', { as: platform, query }));
      units.push(seen.units);
      query = { limit: '3', cursor: seen.result.payload.next_cursor };
    }
    expect(Math.max(...units)).toBeLessThanOrEqual(1);
  });
});
