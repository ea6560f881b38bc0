import { expect, test } from '@jest/globals';
import { aManagementKey, aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { keysOf, useFirst } from '../support/keys.ts';

const store = await aStore();

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
  const later = { expires: '2099-01-01T00:00:00.001Z' };
  expect(await issueOwn(as, later)).toMatchObject({ status: 400, body: { errors: [{ field: 'expires' }] } });
});

test('a key that never expires issues keys that never expire, unless the body says otherwise', async () => {
  expect((await issueOwn(store.key)).payload.key).toMatchObject({ expires: null });
  const expires = '2099-01-01T00:00:00.000Z';
  expect((await issueOwn(store.key, { expires })).payload.key).toMatchObject({ expires });
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
