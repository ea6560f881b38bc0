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

test.each([
  ['setStoreFront', 'front_end', ['flat', 'standard']],
  ['setStorePlan', 'override_plan', ['trial', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5', null]],
])('%s sets %s to each of %j, and a repeat by the ID changes nothing', async (id, field, values) => {
  const tenant = await aTenant();
  const set = (body: object) => call(id, { as: platform, body });
  for (const [i, value] of values.entries()) {
    const changed = { ...tenant, [field]: value, version: 2 + i };
    expect(await set({ tenant: tenant.name, [field]: value })).toMatchObject({ status: 200, payload: { tenant: changed } });
    const again = await set({ tenant: tenant.id, [field]: value ?? '' });
    expect(again).toMatchObject({ status: 200, payload: { tenant: changed }, headers: { etag: `"${changed.version}"` } });
  }
  expect(await auditOf(tenant.id)).toHaveLength(1 + values.length);
});
