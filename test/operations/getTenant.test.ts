import { expect, test } from '@jest/globals';
import { aStore, aTenant, platform, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';

const store = await aStore();

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
