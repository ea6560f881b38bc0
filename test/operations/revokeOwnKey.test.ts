import { expect, test } from '@jest/globals';
import { aManagementKey, aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { keysOf } from '../support/keys.ts';
import { auditOf, walk } from '../support/walk.ts';

const revokeOwn = (as: string, key_id: string) => call('revokeOwnKey', { as, params: { key_id } });

test('a key revokes any key of its tenant, and stays in the list', async () => {
  const { tenant, key } = await aStore();
  const other = await aManagementKey(tenant.id, { label: 'lost' });
  const [lost] = await keysOf(tenant.id);
  const { status, payload } = await revokeOwn(key, lost?.id as string);
  expect([status, payload.key.revoked]).toEqual([200, expect.stringMatching(/^\d{4}-.+Z$/)]);
  expect((await call('getOwnTenant', { as: other })).status).toBe(401);
  expect(await walk('getOwnKeys', { as: key })).toContainEqual(payload.key);
  expect(await revokeOwn(key, lost?.id as string)).toMatchObject({ status: 404, code: 'not_found' });
  const entries = await auditOf(tenant.id);
  expect(entries[0]).toMatchObject({
    operation: 'revokeOwnKey',
    tenant_name: tenant.name,
    before: { id: lost?.id },
    after: {},
  });
  expect(entries.filter(({ operation }) => operation === 'revokeOwnKey')).toHaveLength(1);
});

test('a key revokes itself', async () => {
  const { tenant, key } = await aStore();
  const [own] = await keysOf(tenant.id);
  expect((await revokeOwn(key, own?.id as string)).payload.key).toMatchObject({ id: own?.id, revoked: expect.any(String) });
});
