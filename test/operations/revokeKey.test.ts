import { describe, expect, test } from '@jest/globals';
import { aStore, aTenant } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { issue, keysOf, revoke } from '../support/keys.ts';
import { auditOf } from '../support/walk.ts';

describe('revoking a key', () => {
  test('disables it, keeps it in the list and leaves the others alone', async () => {
    const { tenant, key: other } = await aStore();
    const { key, secret } = (await issue(tenant.id, { label: 'lost' })).payload;
    const answer = await revoke(tenant.name, key.id);
    const revoked = { ...key, revoked: expect.stringMatching(/^\d{4}-.+Z$/) };
    expect(answer).toMatchObject({ status: 200, payload: { key: revoked } });
    expect(await call('getOwnTenant', { as: secret })).toMatchObject({ status: 401 });
    expect((await call('getOwnTenant', { as: other })).status).toBe(200);
    expect(await keysOf(tenant.id)).toContainEqual({ ...answer.payload.key, last_used: null });
    const [entry] = await auditOf(tenant.id);
    expect(entry).toMatchObject({ operation: 'revokeKey', tenant: tenant.id, tenant_name: tenant.name });
  });

  test('has one effect for many concurrent requests, and none through another tenant', async () => {
    const { tenant } = await aStore();
    const { key } = (await issue(tenant.id)).payload;
    expect(await revoke((await aTenant()).id, key.id)).toMatchObject({ status: 404 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => revoke(tenant.id, key.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
    expect((await auditOf(tenant.id)).filter(({ operation }) => operation === 'revokeKey')).toHaveLength(1);
  });
});
