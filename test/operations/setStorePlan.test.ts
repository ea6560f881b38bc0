import { expect, test } from '@jest/globals';
import { aTenant, platform } from '../support/actors.ts';
import { call, rowOf } from '../support/call.ts';
import { auditOf } from '../support/walk.ts';

const cases = [
  ...['flat', 'standard'].map((value) => ['setStoreFront', 'front_end', value] as const),
  ...['trial', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5', null].map(
    (value) => ['setStorePlan', 'override_plan', value] as const,
  ),
];

test.each(cases)('%s sets %s to %j, and a repeat changes nothing', async (id, field, value) => {
  const tenant = await aTenant();
  const body = { tenant: tenant.name, [field]: value };
  const version = tenant[field] === value ? 1 : 2;
  const changed = { ...tenant, [field]: value, version };
  expect(await call(id, { as: platform, body })).toMatchObject({ status: 200, payload: { tenant: changed } });
  const again = await call(id, { as: platform, body });
  expect(again).toMatchObject({ status: 200, payload: { tenant: changed }, headers: { etag: `"${version}"` } });
  expect(await auditOf(tenant.id)).toHaveLength(version);
});

test.each(['setStoreFront', 'setStorePlan', 'linkDomain'])('%s is also served under /v1', async (id) => {
  const { name } = await aTenant();
  const at = rowOf(id).alias;
  expect(at).toBe(`/v1${rowOf(id).path}`);
  const values = {
    setStoreFront: { front_end: 'flat' },
    setStorePlan: { override_plan: 'plan2' },
    linkDomain: { host: `${name}.com` },
  };
  const body = { tenant: name, ...values[id as keyof typeof values] };
  expect(await call(id, { as: platform, at, body })).toMatchObject({ status: 200, payload: { tenant: { version: 2 } } });
});

test('null removes an overridden plan', async () => {
  const { name } = await aTenant();
  await call('setStorePlan', { as: platform, body: { tenant: name, override_plan: 'plan5' } });
  const { payload } = await call('setStorePlan', { as: platform, body: { tenant: name, override_plan: null } });
  expect(payload.tenant).toMatchObject({ override_plan: null, version: 3 });
});

test('accepts the id in place of the name', async () => {
  const { id } = await aTenant();
  const { payload } = await call('setStoreFront', { as: platform, body: { tenant: id, front_end: 'flat' } });
  expect(payload.tenant).toMatchObject({ id, front_end: 'flat' });
});

test.each([
  ['setStoreFront', 'front_end', { front_end: 'round' }],
  ['setStoreFront', 'front_end', { front_end: null }],
  ['setStoreFront', 'front_end', {}],
  ['setStoreFront', 'plan', { front_end: 'flat', plan: 'plan1' }],
  ['setStorePlan', 'override_plan', { override_plan: 'plan6' }],
  ['setStorePlan', 'override_plan', { override_plan: '' }],
  ['setStorePlan', 'override_plan', {}],
  ['setStorePlan', 'tenant', { tenant: undefined, override_plan: null }],
  ['setStorePlan', 'tenant', { tenant: 7, override_plan: null }],
])('%s rejects %s in %j', async (id, field, given) => {
  const tenant = await aTenant();
  const answer = await call(id, { as: platform, body: { tenant: tenant.name, ...given } });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  expect((await call('getTenant', { as: platform, params: { id: tenant.id } })).payload).toEqual({ tenant });
});
