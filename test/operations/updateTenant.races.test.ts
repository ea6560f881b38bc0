import { describe, expect, test } from '@jest/globals';
import type { Tenant } from '../../lib/tenant/schema.ts';
import { aTenant, newTenant, platform, uniqueName } from '../support/actors.ts';
import { type Answer, call } from '../support/call.ts';
import { auditOf } from '../support/walk.ts';

const times = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));
const update = (id: string, body: object, headers = {}) =>
  call('updateTenant', { as: platform, params: { id }, body, headers });
const read = async (id: string) => (await call('getTenant', { as: platform, params: { id } })).payload.tenant as Tenant;
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();
const losers = (code: number) => Array(19).fill(code);

describe('twenty concurrent requests', () => {
  test('create one tenant if they use one name', async () => {
    const name = uniqueName();
    const answers = await times(20, () => call('createTenant', { as: platform, body: newTenant({ name }) }));
    expect(statuses(answers)).toEqual([201, ...losers(409)]);
    expect(answers.filter(({ code }) => code === 'name_taken')).toHaveLength(19);
    expect(await read(name)).toEqual(answers.find(({ status }) => status === 201)?.payload.tenant);
  });

  test('rename one tenant if they use one name, and the others keep theirs', async () => {
    const name = uniqueName();
    const tenants = await times(20, () => aTenant());
    const answers = await Promise.all(tenants.map(({ id }) => update(id, { name })));
    expect(statuses(answers)).toEqual([200, ...losers(409)]);
    for (const [i, tenant] of tenants.entries()) {
      const won = answers[i]?.status === 200;
      expect(await read(tenant.id)).toEqual(won ? { ...tenant, name, version: 2 } : tenant);
      expect(await auditOf(tenant.id)).toHaveLength(won ? 2 : 1);
    }
  });

  test('link one tenant if they use one host', async () => {
    const host = `${uniqueName()}.example.com`;
    const tenants = await times(20, () => aTenant());
    const answers = await Promise.all(
      tenants.map(({ name: tenant }, i) =>
        call('linkDomain', {
          as: platform,
          body: i % 2 ? { tenant, host: `www.${host}` } : { tenant, host, forward_www: true },
        }),
      ),
    );
    expect(answers.filter(({ code }) => code === 'host_taken')).toHaveLength(19);
    expect(statuses(answers)).toEqual([200, ...losers(409)]);
    const linked = (await Promise.all(tenants.map(({ id }) => read(id)))).filter(({ store_host }) => store_host);
    expect(linked).toEqual([answers.find(({ status }) => status === 200)?.payload.tenant]);
  });

  test('all succeed in changing one tenant, with one version and one audit entry each', async () => {
    const { id, name } = await aTenant();
    const zones = Array.from({ length: 20 }, (_, i) => (i < 14 ? `Etc/GMT-${i + 1}` : `Etc/GMT+${i - 13}`));
    const answers = await Promise.all(zones.map((timezone, i) => update(i % 2 ? id : name, { timezone })));
    expect(statuses(answers)).toEqual(Array(20).fill(200));
    const versions = answers.map(({ payload }) => payload.tenant.version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, i) => i + 2));
    const entries = (await auditOf(id)).filter(({ operation }) => operation === 'updateTenant');
    expect(entries.map(({ after }) => after.timezone).sort()).toEqual(zones.toSorted());
    // Each change starts from the result of another.
    const ends = ['Europe/Berlin', ...entries.map(({ after }) => after.timezone)];
    expect([...entries.map(({ before }) => before.timezone), (await read(id)).timezone].sort()).toEqual(ends.sort());
  });

  test('change the tenant once if they set the same value', async () => {
    const { id, name } = await aTenant();
    const answers = await times(20, () =>
      call('setStorePlan', { as: platform, body: { tenant: name, override_plan: 'plan4' } }),
    );
    expect(answers.map(({ payload }) => payload.tenant.version)).toEqual(Array(20).fill(2));
    expect(await auditOf(id)).toHaveLength(2);
  });

  test('succeed once and fail with 412 otherwise if they send the same If-Match', async () => {
    const { id } = await aTenant();
    const zone = (i: number) => `Etc/GMT${i < 13 ? -i - 1 : `+${i - 12}`}`;
    const answers = await times(20, (i) => update(id, { timezone: zone(i) }, { 'If-Match': '"1"' }));
    expect(statuses(answers)).toEqual([200, ...losers(412)]);
    expect(await read(id)).toMatchObject({ version: 2 });
  });

  test('are all kept if they set different fields', async () => {
    const { id, permissions } = await aTenant();
    const flags = Object.keys(permissions);
    await Promise.all([
      ...flags.map((flag) => update(id, { permissions: { [flag]: false } })),
      update(id, { country: 'FR' }),
      call('setStorePlan', { as: platform, body: { tenant: id, override_plan: 'plan2' } }),
      call('setStoreFront', { as: platform, body: { tenant: id, front_end: 'flat' } }),
      call('linkDomain', { as: platform, body: { tenant: id, host: `${uniqueName()}.example.com` } }),
    ]);
    const tenant = await read(id);
    expect(tenant).toMatchObject({ country: 'FR', override_plan: 'plan2', front_end: 'flat', version: 12 });
    expect(Object.values(tenant.permissions)).toEqual(flags.map(() => false));
    expect(tenant.store_host).toMatch(/example/);
  });
});

test('two tenants that swap names concurrently end up with different names', async () => {
  const [first, second, spare] = [await aTenant(), await aTenant(), uniqueName()];
  await Promise.all([
    update(first.id, { name: second.name }),
    update(second.id, { name: spare }),
    update(first.id, { name: second.name }),
    update(second.id, { name: first.name }),
  ]);
  const [a, b] = [await read(first.id), await read(second.id)];
  expect(a.name).not.toBe(b.name);
  for (const tenant of [a, b]) expect(await read(tenant.name)).toEqual(tenant);
  for (const name of [first.name, second.name, spare].filter((each) => each !== a.name && each !== b.name)) {
    expect((await call('getTenant', { as: platform, params: { id: name } })).status).toBe(404);
    await aTenant({ name });
  }
});
