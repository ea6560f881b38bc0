import { beforeAll, describe, expect, test } from '@jest/globals';
import { aManagementKey, aStore, platform, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { keysOf, useFirst } from '../support/keys.ts';
import { auditOf } from '../support/walk.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const issueOwn = (as: string, body?: object, headers = {}) => call('issueOwnKey', { as, body, headers });

test('issues a key like the caller’s own unless the body says otherwise', async () => {
  const expires = '2099-01-01T00:00:00.000Z';
  const as = await aManagementKey(store.tenant.id, { expires, scopes: ['settings:write', 'orders:read'] });
  const { status, payload } = await issueOwn(as);
  expect(status).toBe(201);
  expect(payload.key).toMatchObject({ label: null, expires, scopes: ['settings:write', 'orders:read'], revoked: null });
  expect((await call('getOwnTenant', { as: payload.secret })).payload.tenant.id).toBe(store.tenant.id);
  expect(await keysOf(store.tenant.id)).toContainEqual(expect.objectContaining({ id: payload.key.id }));
  const given = { label: 'till', expires: '2098-12-31T23:00:00.000Z', scopes: ['orders:read'] };
  expect((await issueOwn(as, given)).payload.key).toMatchObject(given);
});

test('a key that never expires issues keys that never expire, unless the body says otherwise', async () => {
  expect((await issueOwn(store.key)).payload.key).toMatchObject({ expires: null });
  const expires = '2099-01-01T00:00:00.000Z';
  expect((await issueOwn(store.key, { expires })).payload.key).toMatchObject({ expires });
});

test('a key with `orders:write` can issue `orders:place` and `orders:ship`', async () => {
  const scopes = ['orders:place', 'orders:ship'];
  expect((await issueOwn(store.key, { scopes })).payload.key).toMatchObject({ scopes });
});

test('a key with `write` can issue `read`, but a key with `read` cannot issue `write`', async () => {
  const as = await aManagementKey(store.tenant.id, { scopes: ['settings:write', 'orders:read'] });
  await useFirst(store.tenant.id, as);
  expect((await issueOwn(as, { scopes: ['settings:read', 'orders:read'] })).status).toBe(201);
  const before = await keysOf(store.tenant.id);
  for (const scope of ['orders:write', 'orders:place', 'orders:ship', 'products:read', 'products:write']) {
    const answer = await issueOwn(as, { scopes: ['orders:read', scope] });
    expect(answer).toMatchObject({ status: 403, code: 'insufficient_scope', body: { required: scope } });
    expect(answer.body.description).toContain(scope);
  }
  expect(await keysOf(store.tenant.id)).toEqual(before);
});

test('adds an audit entry with the issuing key', async () => {
  const { tenant, key } = await aStore();
  const [own] = await keysOf(tenant.id);
  const issued = (await call('issueOwnKey', { as: key, headers: { 'X-Actor': 'usr-7' } })).payload;
  const [entry] = await auditOf(tenant.id);
  expect(entry).toMatchObject({
    operation: 'issueOwnKey',
    key: own?.id,
    actor: 'usr-7',
    tenant_name: tenant.name,
    before: {},
    after: issued.key,
  });
  expect(JSON.stringify(entry)).not.toContain(issued.secret.slice(34, -8));
});

test('the limit of active keys applies here too', async () => {
  const { tenant, key } = await aStore();
  for (let i = 0; i < 9; i++) await Promise.all(Array.from({ length: 11 }, () => aManagementKey(tenant.id)));
  expect(await issueOwn(key)).toMatchObject({ status: 409, code: 'too_many_keys', body: { max: 100 } });
});

describe('a key that is being revoked', () => {
  test('issues nothing once revoked, even while it is still cached', async () => {
    const { tenant, key } = await aStore();
    const [own] = await keysOf(tenant.id);
    await call('getOwnTenant', { as: key });
    await call('revokeKey', { as: platform, params: { id: tenant.id, key_id: own?.id as string } });
    expect((await call('getOwnTenant', { as: key })).status).toBe(200);
    expect(await issueOwn(key)).toMatchObject({ status: 401, code: 'unauthorized' });
    expect(await keysOf(tenant.id)).toHaveLength(1);
  });

  test('issues before a concurrent revocation or not at all', async () => {
    for (let round = 0; round < 10; round++) {
      const { tenant, key } = await aStore();
      const [own] = await keysOf(tenant.id);
      const revoke = () => call('revokeOwnKey', { as: key, params: { key_id: own?.id as string } });
      const [issued, revoked] = await Promise.all([issueOwn(key), revoke()]);
      const entries = (await auditOf(tenant.id)).map(({ operation }) => operation);
      expect(revoked.status).toBe(200);
      expect([201, 401]).toContain(issued.status);
      expect(await keysOf(tenant.id)).toHaveLength(issued.status === 201 ? 2 : 1);
      const expected = issued.status === 201 ? ['revokeOwnKey', 'issueOwnKey'] : ['revokeOwnKey'];
      expect(entries.filter((operation) => operation.endsWith('OwnKey'))).toEqual(expect.arrayContaining(expected));
      expect(entries).toHaveLength(expected.length + 2);
    }
  });
});
