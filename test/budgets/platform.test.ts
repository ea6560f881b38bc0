import { describe, expect, test } from '@jest/globals';
import { aPlatformKey, aStore, aTenant, newTenant, platform, type Store, uniqueName } from '../support/actors.ts';
import { call, type Options, rowOf } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { metered } from '../support/database.ts';
import { ownTable } from '../support/ownTable.ts';

// Other tests issue so many platform keys that a list of them takes more calls.
await ownTable();

holdClocks();

const store = await aStore();
for (const as of [platform, store.key]) await call(as === platform ? 'testKey' : 'getOwnTenant', { as });

type Case = { calls: number; with?: (store: Store) => Options | Promise<Options> };

const by =
  (id: (store: Store) => string, options: Options = {}) =>
  (known: Store) => ({ params: { id: id(known) }, ...options });
const id = ({ tenant }: Store) => tenant.id;
const name = ({ tenant }: Store) => tenant.name;
const keyed = () => ({ 'Idempotency-Key': uniqueName('key') });
const host = () => `${uniqueName()}.example.com`;

async function aKeyOf({ tenant }: Store) {
  const { key } = (await call('issueKey', { as: platform, params: { id: tenant.id } })).payload;
  return { params: { id: tenant.id, key_id: key.id } };
}

/**
 * A read takes one call, a change two, a list at most four. Finding a tenant by name takes one more, as does reading its name for
 * the audit log, and whether it is suspended. A write that outlives its key reads the key again, which takes one more.
 */
const budgets: Record<string, Record<string, Case>> = {
  testKey: { 'a plain call': { calls: 0 } },
  getOwnTenant: { 'a plain call': { calls: 1 } },
  getTenant: { 'by id': { calls: 1, with: by(id) }, 'by name': { calls: 2, with: by(name) } },
  getTenants: {
    'with a limit of 50': { calls: 1, with: () => ({ query: { limit: '50' } }) },
    'with a limit of 1': { calls: 1, with: () => ({ query: { limit: '1' } }) },
  },
  getKeys: { 'by id': { calls: 2, with: by(id) }, 'by name': { calls: 3, with: by(name) } },
  getAudit: {
    'of all tenants': { calls: 1, with: () => ({ query: { limit: '5' } }) },
    'of a tenant by id': { calls: 1, with: ({ tenant }) => ({ query: { tenant: tenant.id } }) },
    'of a tenant by name': { calls: 2, with: ({ tenant }) => ({ query: { tenant: tenant.name } }) },
  },
  createTenant: {
    'without a key': { calls: 1, with: () => ({ body: newTenant() }) },
    'with a key': { calls: 1, with: () => ({ body: newTenant(), headers: keyed() }) },
    'that is rejected': { calls: 1, with: ({ tenant }) => ({ body: newTenant({ name: tenant.name }) }) },
    'that is rejected, with a key': {
      calls: 2,
      with: ({ tenant }) => ({ body: newTenant({ name: tenant.name }), headers: keyed() }),
    },
  },
  updateTenant: {
    'by id': { calls: 2, with: by(id, { body: { country: 'FR' } }) },
    'by name': { calls: 3, with: by(name, { body: { country: 'ES' } }) },
    'without a change': { calls: 1, with: async (known) => by(id, { body: { name: known.tenant.name } })(known) },
    'with a new name': {
      calls: 2,
      with: async () => ({ params: { id: (await aTenant()).id }, body: { name: uniqueName() } }),
    },
  },
  setStoreFront: { 'by name': { calls: 3, with: ({ tenant }) => ({ body: { tenant: tenant.name, front_end: 'flat' } }) } },
  setStorePlan: { 'by name': { calls: 3, with: ({ tenant }) => ({ body: { tenant: tenant.name, override_plan: 'plan1' } }) } },
  linkDomain: {
    'by name': { calls: 3, with: ({ tenant }) => ({ body: { tenant: tenant.name, host: host(), forward_www: true } }) },
    'to another host': { calls: 3, with: ({ tenant }) => ({ body: { tenant: tenant.name, host: host() } }) },
  },
  issueKey: {
    'by id': { calls: 2, with: by(id) },
    'by name, with a key': { calls: 3, with: (known) => by(name, { headers: keyed() })(known) },
  },
  getPlatformKeys: { 'a plain call': { calls: 1 } },
  revokeKey: { 'by id': { calls: 3, with: aKeyOf } },
};

describe.each(Object.entries(budgets))('%s', (operation, cases) => {
  test.each(Object.entries(cases))('%s stays within its budget of database calls', async (_, { calls, with: given }) => {
    const as = operation === 'getOwnTenant' ? store.key : platform;
    const options = { as, ...(await given?.(store)) };
    const seen = await metered(() => call(operation, options));
    expect(seen.result.status).toBeLessThan(410);
    expect(seen.sent).toHaveLength(calls + Number(rowOf(operation).outlivesKey));
  });
});

test('a key that is not cached costs one call, plus one for its first use of the day', async () => {
  const as = await aPlatformKey();
  expect((await metered(() => call('testKey', { as }))).sent.map(({ command }) => command)).toEqual(['GetItem', 'UpdateItem']);
  expect((await metered(() => call('testKey', { as }))).calls).toBe(0);
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
    expect((await metered(() => call('getOwnAudit', { as: store.key, query: { limit: '2' } }))).units).toBe(0.5);
    const query = { tenant: store.tenant.id, limit: '2' };
    expect((await metered(() => call('getAudit', { as: platform, query }))).units).toBe(0.5);
  });

  test('overriding the availability 100 times writes nothing to the index that the lists use', async () => {
    const text = 'Ä'.repeat(200);
    const address = { name: text, company: text, line1: text, line2: text, city: text, region: text };
    await call('updateLegal', { as: store.key, body: { company_name: text, address } });
    const { sent } = await metered(async () => {
      for (let i = 0; i < 100; i++) await call('overrideAvailability', { as: store.key, body: { available: i % 2 === 0 } });
    });
    const writes = sent.filter(({ command }) => command === 'TransactWriteItems');
    expect(writes).toHaveLength(100);
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
