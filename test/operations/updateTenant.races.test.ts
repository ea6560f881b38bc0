import { describe, expect, test } from '@jest/globals';
import type { Tenant } from '../../lib/tenant/schema.ts';
import { aTenant, platform } from '../support/actors.ts';
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
});
