import { describe, expect, test } from '@jest/globals';
import type { Tenant } from '../../lib/tenant/schema.ts';
import { aStore, aTenant, platform, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { tally, times } from '../support/orders.ts';
import { auditOf } from '../support/walk.ts';

const update = (id: string, body: object, headers = {}) =>
  call('updateTenant', { as: platform, params: { id }, body, headers });
const read = async (id: string) => (await call('getTenant', { as: platform, params: { id } })).payload.tenant as Tenant;

test.each([
  [{ country: 'FR' }],
  [{ timezone: 'UTC' }],
  [{ subscribed: 'expired' }],
  [{ country: 'US', timezone: 'America/New_York', subscribed: 'expired' }],
])('changes only %j', async (given) => {
  const tenant = await aTenant();
  const { status, payload } = await update(tenant.name, given);
  expect({ status, tenant: payload.tenant }).toEqual({ status: 200, tenant: { ...tenant, ...given, version: 2 } });
  expect(await read(tenant.id)).toEqual(payload.tenant);
});

test('changes only the given permissions', async () => {
  const tenant = await aTenant();
  await update(tenant.id, { permissions: { orders: false, home: false } });
  const { payload } = await update(tenant.id, { permissions: { home: true } });
  expect(payload.tenant.permissions).toEqual({ ...tenant.permissions, orders: false });
  expect(payload.tenant.owner.permissions).toEqual(tenant.owner.permissions);
});

describe('a rename', () => {
  test('frees the previous name immediately, for this tenant and for others', async () => {
    const [first, second, name] = [await aTenant(), await aTenant(), uniqueName()];
    await update(first.name, { name });
    expect(await call('getTenant', { as: platform, params: { id: first.name } })).toMatchObject({ status: 404 });
    expect(await read(name)).toMatchObject({ id: first.id, version: 2 });
    expect((await update(second.id, { name: first.name })).status).toBe(200);
    expect(await update(first.id, { name: first.name })).toMatchObject({ status: 409, code: 'name_taken' });
    expect((await update(first.id, { name: second.name })).status).toBe(200);
    expect((await update(first.id, { name })).status).toBe(200);
    expect(await read(second.name).catch(() => undefined)).toBeUndefined();
  });

  test('to a taken name is rejected and changes nothing else', async () => {
    const [first, second] = [await aTenant(), await aTenant()];
    expect(await update(first.id, { name: second.name, country: 'FR' })).toMatchObject({ status: 409, code: 'name_taken' });
    expect(await read(first.name)).toEqual(first);
    expect(await auditOf(first.id)).toHaveLength(1);
  });

  test('does not affect keys and hosts', async () => {
    const { tenant, key } = await aStore();
    const host = `${tenant.name}.example.com`;
    await call('linkDomain', { as: platform, body: { tenant: tenant.name, host } });
    const name = uniqueName();
    await update(tenant.id, { name });
    expect((await call('getOwnTenant', { as: key })).payload.tenant).toMatchObject({ name, store_host: host });
    const other = await aTenant({ name: tenant.name });
    expect(await call('linkDomain', { as: platform, body: { tenant: other.name, host } })).toMatchObject({
      code: 'host_taken',
    });
  });
});

test('If-Match is checked after the body and the tenant, but before other conflicts', async () => {
  const [first, second, stale] = [await aTenant(), await aTenant(), { 'If-Match': '"9"' }];
  expect(await update(first.id, { name: second.name }, stale)).toMatchObject({ status: 412 });
  expect(await update(first.id, { country: first.country }, stale)).toMatchObject({ status: 412 });
  expect(await update(first.id, { country: 'xx' }, stale)).toMatchObject({ status: 400 });
  expect(await update('nobody-at-all', { country: 'FR' }, stale)).toMatchObject({ status: 404 });
});

describe('twenty concurrent requests', () => {
  test('all succeed in changing one tenant, with one version and one audit entry each', async () => {
    const { id, name } = await aTenant();
    const zones = Array.from({ length: 20 }, (_, i) => (i < 14 ? `Etc/GMT-${i + 1}` : `Etc/GMT+${i - 13}`));
    const answers = await Promise.all(zones.map((timezone, i) => update(i % 2 ? id : name, { timezone })));
    expect(tally(answers)).toEqual({ 200: 20 });
    const versions = answers.map(({ payload }) => payload.tenant.version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, i) => i + 2));
    const entries = (await auditOf(id)).filter(({ operation }) => operation === 'updateTenant');
    expect(entries.map(({ after }) => after.timezone).sort()).toEqual(zones.toSorted());
    // Each change starts from the result of another.
    const ends = ['Europe/Berlin', ...entries.map(({ after }) => after.timezone)];
    expect([...entries.map(({ before }) => before.timezone), (await read(id)).timezone].sort()).toEqual(ends.sort());
  });

  test('succeed once and fail with 412 otherwise if they send the same If-Match', async () => {
    const { id } = await aTenant();
    const zone = (i: number) => `Etc/GMT${i < 13 ? -i - 1 : `+${i - 12}`}`;
    const answers = await times(20, (i) => update(id, { timezone: zone(i) }, { 'If-Match': '"1"' }));
    expect(tally(answers)).toEqual({ 200: 1, version_mismatch: 19 });
    expect(await read(id)).toMatchObject({ version: 2 });
  });
});
