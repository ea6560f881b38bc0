import { expect, test } from '@jest/globals';
import { aStore, aTenant, platform, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { auditOf } from '../support/walk.ts';

test('the management API never returns another tenant than that of the key', async () => {
  const [store, other] = [await aStore(), await aTenant()];
  const { status, body, headers } = await call('getOwnTenant', { as: store.key });
  expect([status, body, headers.etag]).toEqual([200, { payload: { tenant: store.tenant } }, '"1"']);
  expect(await call('getOwnTenant', { as: store.key, query: { tenant: other.id } })).toMatchObject({ status: 400 });
  const headed = await call('getOwnTenant', { as: store.key, headers: { 'X-Tenant': other.id } });
  expect(headed.payload.tenant.id).toBe(store.tenant.id);
});

test.each([
  ['setStoreFront', { front_end: 'flat' }],
  ['setStorePlan', { override_plan: null }],
  ['linkDomain', { host: 'a.example.com' }],
])('%s returns 404 for an unknown tenant', async (id, fields) => {
  for (const tenant of [uniqueName('nobody'), `ten_${'0'.repeat(26)}`, 'No Name', 'plan']) {
    expect(await call(id, { as: platform, body: { tenant, ...fields } })).toMatchObject({ status: 404, code: 'not_found' });
  }
});

const cases = [
  ...['flat', 'standard'].map((value) => ['setStoreFront', 'front_end', value] as const),
  ...['trial', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5', null].map(
    (value) => ['setStorePlan', 'override_plan', value] as const,
  ),
];

test.each(cases)('%s sets %s to %j, and a repeat by the ID changes nothing', async (id, field, value) => {
  const tenant = await aTenant();
  const body = { tenant: tenant.name, [field]: value };
  const version = tenant[field] === value ? 1 : 2;
  const changed = { ...tenant, [field]: value, version };
  expect(await call(id, { as: platform, body })).toMatchObject({ status: 200, payload: { tenant: changed } });
  const again = await call(id, { as: platform, body: { ...body, tenant: tenant.id } });
  expect(again).toMatchObject({ status: 200, payload: { tenant: changed }, headers: { etag: `"${version}"` } });
  expect(await auditOf(tenant.id)).toHaveLength(version);
});

test('null removes an overridden plan', async () => {
  const { name } = await aTenant();
  await call('setStorePlan', { as: platform, body: { tenant: name, override_plan: 'plan5' } });
  for (const none of ['', null]) {
    const { payload } = await call('setStorePlan', { as: platform, body: { tenant: name, override_plan: none } });
    expect(payload.tenant).toMatchObject({ override_plan: null, version: 3 });
  }
});
