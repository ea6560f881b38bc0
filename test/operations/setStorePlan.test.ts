import { expect, test } from '@jest/globals';
import { aTenant, platform } from '../support/actors.ts';
import { call } from '../support/call.ts';
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

test('accepts the id in place of the name', async () => {
  const { id } = await aTenant();
  const { payload } = await call('setStoreFront', { as: platform, body: { tenant: id, front_end: 'flat' } });
  expect(payload.tenant).toMatchObject({ id, front_end: 'flat' });
});

test('null removes an overridden plan', async () => {
  const { name } = await aTenant();
  await call('setStorePlan', { as: platform, body: { tenant: name, override_plan: 'plan5' } });
  const { payload } = await call('setStorePlan', { as: platform, body: { tenant: name, override_plan: null } });
  expect(payload.tenant).toMatchObject({ override_plan: null, version: 3 });
});
