import { describe, expect, test } from '@jest/globals';
import type { Entry } from '../../lib/audit/schema.ts';
import { aStore, platform, type Store } from '../support/actors.ts';
import { call, type Options } from '../support/call.ts';
import { auditOf, walk } from '../support/walk.ts';

const legal = { company_name: 'Tea House GmbH' };

const own = (store: Store, id: string, options: Options = {}) => call(id, { as: store.key, ...options });
const ownEntries = async ({ key }: Store, query = {}) => (await walk('getOwnAudit', { as: key, query })) as Entry[];
describe('the lists', () => {
  test('a store sees all changes to it; the platform sees only its own changes unless it names the tenant', async () => {
    const store = await aStore();
    const headers = { 'User-Agent': 'tool' };
    await own(store, 'updateLegal', { body: legal, headers });
    await call('setStoreFront', { as: platform, body: { tenant: store.tenant.name, front_end: 'flat' }, headers });
    const entries = await ownEntries(store);
    expect(entries.map(({ operation }) => operation)).toEqual(['setStoreFront', 'updateLegal', 'issueKey', 'createTenant']);
    const hidden = { key_label: null, address: null, user_agent: null };
    const whole = await auditOf(store.tenant.id);
    expect(whole.slice(0, 2).map(({ user_agent }) => user_agent)).toEqual(['tool', 'tool']);
    expect(whole.map((entry) => ({ ...entry, ...(entry.operation !== 'updateLegal' && hidden) }))).toEqual(entries);
    const from = entries.at(-1)?.time as string;
    const all = (await walk('getAudit', { as: platform, query: { from } })) as Entry[];
    const mine = all.filter(({ tenant }) => tenant === store.tenant.id).map(({ operation }) => operation);
    expect(mine).toEqual(['setStoreFront', 'issueKey', 'createTenant']);
  });

  test('filter by operation, key and time, also combined and paged', async () => {
    const store = await aStore();
    for (const company_name of ['A', 'B', 'C']) await own(store, 'updateLegal', { body: { company_name } });
    await own(store, 'overrideAvailability', { body: { available: false } });
    const entries = await ownEntries(store);
    const [override, c, b, a] = entries as [Entry, Entry, Entry, Entry];
    expect(await ownEntries(store, { operation: 'updateLegal' })).toEqual([c, b, a]);
    expect(await ownEntries(store, { operation: 'updateLegal', limit: '1' })).toEqual([c, b, a]);
    expect(await ownEntries(store, { key: a.key as string })).toEqual([override, c, b, a]);
    const between = entries.filter(({ time }) => time >= a.time && time <= b.time);
    expect(await ownEntries(store, { from: a.time, to: b.time })).toEqual(between);
    expect(await ownEntries(store, { from: a.time, to: b.time, limit: '1' })).toEqual(between);
    const query = { tenant: store.tenant.name, operation: 'updateLegal', from: a.time, to: c.time, key: a.key as string };
    expect(await walk('getAudit', { as: platform, query })).toEqual([c, b, a]);
    expect(await ownEntries(store, { operation: 'nothing' })).toEqual([]);
  });

  test('reject a range that ends before it begins, and `tenant` from a store', async () => {
    const { key } = await aStore();
    const range = { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' };
    expect(await call('getOwnAudit', { as: key, query: range })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'to' }] },
    });
    expect(await call('getAudit', { as: platform, query: range })).toMatchObject({ status: 400 });
    expect(await call('getOwnAudit', { as: key, query: { tenant: 'x' } })).toMatchObject({ status: 400 });
  });
});

test('an entry keeps 200 characters of the user agent, without control characters', async () => {
  const agentOf = async (headers: Record<string, string>) => {
    const { tenant } = await aStore();
    await call('updateTenant', { as: platform, params: { id: tenant.id }, body: { country: 'FR' }, headers });
    return (await auditOf(tenant.id))[0]?.user_agent;
  };
  expect(await agentOf({ 'User-Agent': `${'x'.repeat(199)}😀` })).toBe(`${'x'.repeat(199)}\ufffd`);
  expect(await agentOf({ 'User-Agent': 'tool\u009b31m' })).toBe('tool31m');
  expect(await agentOf({})).toBeNull();
});
