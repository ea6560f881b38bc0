import { describe, expect, test } from '@jest/globals';
import type { Entry } from '../../lib/audit/schema.ts';
import { aStore, platform, type Store } from '../support/actors.ts';
import { call, type Options } from '../support/call.ts';
import { auditOf, walk } from '../support/walk.ts';

const webhook = { name: 'confirm-order' };
const url = 'https://shop.example.com/hooks';
const legal = { company_name: 'Tea House GmbH', email: 'legal@example.com' };
const hours = { days: { mon: [{ from: '09:00', to: '18:00' }] } };

const own = (store: Store, id: string, options: Options = {}) => call(id, { as: store.key, ...options });
const ownEntries = async ({ key }: Store, query = {}) => (await walk('getOwnAudit', { as: key, query })) as Entry[];
const sinceKey = async (store: Store) =>
  (await ownEntries(store)).filter(({ operation }) => !/issueKey|createTenant/.test(operation));

/** Each change of a setting, and its entry. The second request repeats the first. */
const changes: [id: string, options: Options, before: object, after: object][] = [
  ['updateLegal', { body: legal }, { company_name: null, email: null }, legal],
  ['putOpeningHours', { body: hours }, { opening_hours: null }, { opening_hours: hours }],
  ['overrideAvailability', { body: { available: false } }, { override: null }, { override: { available: false, until: null } }],
  [
    'changeWebhook',
    { params: webhook, body: { url } },
    { name: webhook.name, url: null, secret_last_four: null },
    { name: webhook.name, url, secret_last_four: expect.stringMatching(/^.{4}$/) },
  ],
];

test.each(changes)('%s adds one entry with the changes, and none when repeated', async (id, options, before, after) => {
  const store = await aStore();
  const sent = { ...options, headers: { 'X-Actor': 'usr-7' } };
  const { headers } = await own(store, id, sent);
  expect((await own(store, id, sent)).status).toBe(200);
  const [entry, ...more] = await sinceKey(store);
  expect(more).toEqual([]);
  expect(entry).toMatchObject({
    operation: id,
    actor: 'usr-7',
    tenant: store.tenant.id,
    tenant_name: store.tenant.name,
    request_id: headers['x-request-id'],
  });
  expect([entry?.before, entry?.after]).toEqual([before, after]);
});

test('concurrent changes to different settings all take effect, each with its own entry', async () => {
  const store = await aStore();
  const answers = await Promise.all(changes.map(([id, options]) => own(store, id, options)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await own(store, 'getLegal')).payload.legal).toMatchObject(legal);
  expect((await own(store, 'getOpeningHours')).payload.opening_hours).toEqual(hours);
  expect((await sinceKey(store)).map(({ operation }) => operation).sort()).toEqual(changes.map(([id]) => id).sort());
});

describe('the lists', () => {
  test('a store sees all changes to it; the platform sees only its own changes unless it names the tenant', async () => {
    const store = await aStore();
    await own(store, 'updateLegal', { body: legal });
    await call('setStoreFront', { as: platform, body: { tenant: store.tenant.name, front_end: 'flat' } });
    const entries = await ownEntries(store);
    expect(entries.map(({ operation }) => operation)).toEqual(['setStoreFront', 'updateLegal', 'issueKey', 'createTenant']);
    const hidden = { key_label: null, address: null, user_agent: null };
    const whole = await auditOf(store.tenant.id);
    expect(whole.map((entry) => ({ ...entry, ...(entry.operation !== 'updateLegal' && hidden) }))).toEqual(entries);
    const from = entries.at(-1)?.time as string;
    const all = (await walk('getAudit', { as: platform, query: { from } })) as Entry[];
    const mine = all.filter(({ tenant }) => tenant === store.tenant.id).map(({ operation }) => operation);
    expect(mine).toEqual(['setStoreFront', 'issueKey', 'createTenant']);
  });

  test('filter by operation, key and time, also combined and paged', async () => {
    const store = await aStore();
    for (const company_name of ['A', 'B', 'C']) await own(store, 'updateLegal', { body: { company_name } });
    await own(store, 'putOpeningHours', { body: hours });
    const entries = await ownEntries(store);
    const [hoursEntry, c, b, a] = entries as [Entry, Entry, Entry, Entry];
    expect(await ownEntries(store, { operation: 'updateLegal' })).toEqual([c, b, a]);
    expect(await ownEntries(store, { operation: 'updateLegal', limit: '1' })).toEqual([c, b, a]);
    expect(await ownEntries(store, { key: a.key as string })).toEqual([hoursEntry, c, b, a]);
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

test('an entry keeps 200 characters of the user agent', async () => {
  const agentOf = async (headers: Record<string, string>) => {
    const { tenant } = await aStore();
    await call('updateTenant', { as: platform, params: { id: tenant.id }, body: { country: 'FR' }, headers });
    return (await auditOf(tenant.id))[0]?.user_agent;
  };
  expect(await agentOf({ 'User-Agent': `${'x'.repeat(199)}😀` })).toBe(`${'x'.repeat(199)}\ufffd`);
  expect(await agentOf({})).toBeNull();
});

test("a store's log does not show the platform's key, address and user agent, but those of its own keys", async () => {
  const store = await aStore();
  const headers = { 'User-Agent': 'tool\u009b31m' };
  await call('setStorePlan', { as: platform, body: { tenant: store.tenant.id, override_plan: 'plan2' }, headers });
  await own(store, 'updateLegal', { body: legal, headers });
  const seen = (entries: Entry[]) =>
    entries.slice(0, 2).map(({ key_label, address, user_agent }) => [key_label, address, user_agent]);
  const mine = [null, expect.any(String), 'tool31m'];
  expect(seen(await ownEntries(store))).toEqual([mine, [null, null, null]]);
  expect(seen(await auditOf(store.tenant.id))).toEqual([mine, [expect.anything(), expect.any(String), 'tool31m']]);
});
