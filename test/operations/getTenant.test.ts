import { beforeAll, expect, test } from '@jest/globals';
import { aStore, aTenant, platform, type Store, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

test('a tenant can be read by id and by name', async () => {
  const { tenant } = store;
  const byId = await call('getTenant', { as: platform, params: { id: tenant.id } });
  const byName = await call('getTenant', { as: platform, params: { id: tenant.name } });
  expect(byId.payload).toEqual({ tenant });
  expect(byName.payload).toEqual({ tenant });
  expect(byName.headers.etag).toBe('"1"');
});

test('the management API returns the tenant of the key, whatever the request says', async () => {
  const other = await aTenant();
  const { status, body, headers } = await call('getOwnTenant', { as: store.key });
  expect({ status, body, etag: headers.etag }).toEqual({
    status: 200,
    body: { payload: { tenant: store.tenant } },
    etag: '"1"',
  });
  expect(await call('getOwnTenant', { as: store.key, query: { tenant: other.id } })).toMatchObject({ status: 400 });
  const headed = await call('getOwnTenant', { as: store.key, headers: { 'X-Tenant': other.id } });
  expect(headed.payload.tenant.id).toBe(store.tenant.id);
});

const unknownIds = [
  'nothing-here',
  `ten_${'0'.repeat(26)}`,
  'ten_',
  'a/b',
  'a b',
  'ä☃',
  '%',
  '%2F',
  '\u0000',
  'a?b#c',
  `'"<x>&;`,
  'NAME#shop',
  '__proto__',
  'x'.repeat(3000),
].map((id) => [id.slice(0, 40), id] as const);

test.each(unknownIds)('returns 404 for the tenant %j', async (_, id) => {
  const missing = { status: 404, code: 'not_found' };
  const params = { id };
  expect(await call('getTenant', { as: platform, params })).toMatchObject(missing);
  expect(await call('updateTenant', { as: platform, params, body: { country: 'FR' } })).toMatchObject(missing);
  expect(await call('getKeys', { as: platform, params })).toMatchObject(missing);
  expect(await call('issueKey', { as: platform, params })).toMatchObject(missing);
  expect(await call('revokeKey', { as: platform, params: { id, key_id: 'key_x' } })).toMatchObject(missing);
});

test.each(unknownIds)('returns 404 for the key %j', async (_, key_id) => {
  const params = { id: store.tenant.id, key_id };
  expect(await call('revokeKey', { as: platform, params })).toMatchObject({ status: 404, code: 'not_found' });
});

test('ids and names are case-sensitive', async () => {
  const id = store.tenant.id.toUpperCase();
  expect(await call('getTenant', { as: platform, params: { id } })).toMatchObject({ status: 404 });
  const name = store.tenant.name.toUpperCase();
  expect(await call('getTenant', { as: platform, params: { id: name } })).toMatchObject({ status: 404 });
});

test.each(['setStoreFront', 'setStorePlan', 'linkDomain'])('%s returns 404 for an unknown tenant', async (id) => {
  const value = {
    setStoreFront: { front_end: 'flat' },
    setStorePlan: { override_plan: null },
    linkDomain: { host: 'a.example.com' },
  };
  for (const tenant of [uniqueName('nobody'), `ten_${'0'.repeat(26)}`, 'No Name', 'plan']) {
    const body = { tenant, ...value[id as keyof typeof value] };
    expect(await call(id, { as: platform, body })).toMatchObject({ status: 404, code: 'not_found' });
  }
});
