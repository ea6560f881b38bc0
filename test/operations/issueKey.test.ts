import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Key } from '../../lib/key/schema.ts';
import { aStore, aTenant, platform, type Store, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { auditOf, byLink, walk } from '../support/walk.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const issue = (id: string, body?: object) => call('issueKey', { as: platform, params: { id }, body });
const revoke = (id: string, key_id: string) => call('revokeKey', { as: platform, params: { id, key_id } });
const keysOf = async (id: string, limit?: string) =>
  (await walk('getKeys', { as: platform, params: { id }, query: limit ? { limit } : {} })) as Key[];

test('a key is issued with its text, which is shown nowhere again', async () => {
  const { id } = store.tenant;
  const { status, payload } = await issue(id, { label: 'Till 1', expires: '2099-01-31T13:00:00+01:00' });
  const { key, secret } = payload;
  expect(status).toBe(201);
  expect(secret).toMatch(/^sm_live_[0-9A-Za-z]{94}$/);
  expect(key).toEqual({
    id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
    label: 'Till 1',
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    expires: '2099-01-31T12:00:00.000Z',
    last_four: secret.slice(-4),
    last_used: null,
  });
  expect(await keysOf(id)).toContainEqual(key);
  expect((await call('getOwnTenant', { as: secret })).payload.tenant.id).toBe(id);
  const told = JSON.stringify([await keysOf(id), await auditOf(id), await revoke(id, key.id)]);
  expect(told).not.toContain(secret.slice(34, -6));
});

test.each([undefined, {}, { label: null }, { label: null, expires: null }])('a key needs nothing: %j', async (body) => {
  expect((await issue(store.tenant.name, body)).payload.key).toMatchObject({ label: null, expires: null });
});

test.each([
  ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00.000Z'],
  ['2030-06-30t12:30:00.5-03:30', '2030-06-30T16:00:00.500Z'],
  ['2028-02-29T23:59:59.999999+00:00', '2028-02-29T23:59:59.999Z'],
])('it may expire at %s', async (expires, utc) => {
  expect((await issue(store.tenant.id, { expires })).payload.key.expires).toBe(utc);
});

test.each([
  ['expires', '2030-01-01T00:00:00'],
  ['expires', '2030-01-01'],
  ['expires', '2030-02-30T00:00:00Z'],
  ['expires', '2030-01-01T24:00:00Z'],
  ['expires', '2030-01-01T00:00:00+25:00'],
  ['expires', '2030-01-01 00:00:00Z'],
  ['expires', 'tomorrow'],
  ['expires', 1900000000],
  ['expires', ''],
  ['label', ''],
  ['label', 'x'.repeat(201)],
  ['label', 'a\nb'],
  ['label', 5],
  ['secret', 'mine'],
])('%s %j is refused, and no key is made', async (field, value) => {
  const { id } = await aTenant();
  expect(await issue(id, { [field]: value })).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  expect(await keysOf(id)).toEqual([]);
});

describe('revoking', () => {
  test('ends a key and takes it off the list, and others stay', async () => {
    const { tenant, key: other } = await aStore();
    const { key, secret } = (await issue(tenant.id, { label: 'lost' })).payload;
    expect(await revoke(tenant.name, key.id)).toMatchObject({ status: 200, payload: { key } });
    expect(await call('getOwnTenant', { as: secret })).toMatchObject({ status: 401 });
    expect((await call('getOwnTenant', { as: other })).status).toBe(200);
    expect((await keysOf(tenant.id)).map(({ id }) => id)).not.toContain(key.id);
  });

  test('knows no key that is revoked already, or another tenant’s', async () => {
    const { key } = (await issue(store.tenant.id)).payload;
    const { id } = await aTenant();
    expect(await revoke(id, key.id)).toMatchObject({ status: 404 });
    expect((await revoke(store.tenant.id, key.id)).status).toBe(200);
    expect(await revoke(store.tenant.id, key.id)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await revoke(uniqueName('nobody'), key.id)).toMatchObject({ status: 404 });
    expect((await auditOf(store.tenant.id)).filter(({ before }) => before.id === key.id)).toHaveLength(1);
  });

  test('has one effect, however many do it at once', async () => {
    const { tenant } = await aStore();
    const { key } = (await issue(tenant.id)).payload;
    const answers = await Promise.all(Array.from({ length: 10 }, () => revoke(tenant.id, key.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
    expect((await auditOf(tenant.id)).filter(({ operation }) => operation === 'revokeKey')).toHaveLength(1);
  });
});

test('keys are listed newest first, in pages, without the revoked', async () => {
  const { id } = await aTenant();
  const issued: Key[] = [];
  for (let i = 0; i < 7; i++) issued.push((await issue(id, { label: `key ${i}` })).payload.key);
  await revoke(id, (issued[2] as Key).id);
  const kept = issued.filter((_, i) => i !== 2).toReversed();
  expect(await keysOf(id)).toEqual(kept);
  expect(await keysOf(id, '2')).toEqual(kept);
  expect(await walk('getKeys', { as: platform, params: { id }, query: { limit: '1' } }, byLink)).toEqual(kept);
});

test('the cursor of one tenant’s keys continues no other’s', async () => {
  const other = await aStore();
  await issue(store.tenant.id);
  await issue(store.tenant.id);
  const { payload } = await call('getKeys', { as: platform, params: { id: store.tenant.id }, query: { limit: '1' } });
  const query = { cursor: payload.next_cursor };
  expect(await call('getKeys', { as: platform, params: { id: other.tenant.id }, query })).toMatchObject({ status: 400 });
});

test('a key tells the day it was last used', async () => {
  const { tenant, key } = await aStore();
  const days = [new Date().toISOString().slice(0, 10)];
  await call('getOwnTenant', { as: key });
  days.push(new Date().toISOString().slice(0, 10));
  expect(days).toContain((await keysOf(tenant.id))[0]?.last_used);
});
