import { describe, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { issue, keysOf, revoke } from '../support/keys.ts';
import { tally, times } from '../support/orders.ts';
import { auditOf } from '../support/walk.ts';

const ways = {
  revokeKey: ({ tenant }: Store, key_id: string) => revoke(tenant.name, key_id),
  revokeOwnKey: ({ key }: Store, key_id: string) => call('revokeOwnKey', { as: key, params: { key_id } }),
};

describe.each(Object.entries(ways))('%s', (operation, revokeKey) => {
  test('disables a key, keeps it in the list and leaves the others alone', async () => {
    const store = await aStore();
    const { id, name } = store.tenant;
    const { key, secret } = (await issue(id, { label: 'lost' })).payload;
    const { status, payload } = await revokeKey(store, key.id);
    const revoked = { ...key, revoked: expect.stringMatching(/^\d{4}-.+Z$/) };
    expect({ status, payload }).toEqual({ status: 200, payload: { key: revoked } });
    expect(await call('getOwnTenant', { as: secret })).toMatchObject({ status: 401 });
    expect((await call('getOwnTenant', { as: store.key })).status).toBe(200);
    expect(await keysOf(id)).toContainEqual(payload.key);
    const [entry] = await auditOf(id);
    expect(entry).toMatchObject({ operation, tenant: id, tenant_name: name, before: { id: key.id }, after: {} });
  });

  test('has one effect for many concurrent requests, and none through another tenant', async () => {
    const [store, other] = [await aStore(), await aStore()];
    const { key } = (await issue(store.tenant.id)).payload;
    expect(await revokeKey(other, key.id)).toMatchObject({ status: 404 });
    expect(tally(await times(10, () => revokeKey(store, key.id)))).toEqual({ 200: 1, not_found: 9 });
    expect((await auditOf(store.tenant.id)).filter((entry) => entry.operation === operation)).toHaveLength(1);
  });
});

test('a key revokes itself', async () => {
  const store = await aStore();
  const [own] = await keysOf(store.tenant.id);
  const { key } = (await ways.revokeOwnKey(store, own?.id as string)).payload;
  expect(key).toMatchObject({ id: own?.id, revoked: expect.any(String) });
});
