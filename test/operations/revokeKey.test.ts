import { beforeAll, describe, expect, test } from '@jest/globals';
import { aStore, aTenant, type Store, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { issue, keysOf, revoke } from '../support/keys.ts';
import { auditOf } from '../support/walk.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

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

  test('returns 404 if the key is already revoked or belongs to another tenant', async () => {
    const { key } = (await issue(store.tenant.id)).payload;
    const { id } = await aTenant();
    expect(await revoke(id, key.id)).toMatchObject({ status: 404 });
    expect((await revoke(store.tenant.id, key.id)).status).toBe(200);
    expect(await revoke(store.tenant.id, key.id)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await revoke(uniqueName('nobody'), key.id)).toMatchObject({ status: 404 });
    expect((await auditOf(store.tenant.id)).filter(({ before }) => before.id === key.id)).toHaveLength(1);
  });

  test('has one effect for many concurrent requests', async () => {
    const { tenant } = await aStore();
    const { key } = (await issue(tenant.id)).payload;
    const answers = await Promise.all(Array.from({ length: 10 }, () => revoke(tenant.id, key.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
    expect((await auditOf(tenant.id)).filter(({ operation }) => operation === 'revokeKey')).toHaveLength(1);
  });
});
