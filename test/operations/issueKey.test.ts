import { expect, test } from '@jest/globals';
import { aManagementKey, aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { issue, keysOf, revoke, useFirst } from '../support/keys.ts';
import { auditOf } from '../support/walk.ts';

const store = await aStore();

test('shows the secret of a new key only once', async () => {
  const { id } = store.tenant;
  const { status, payload } = await issue(id, { label: 'Till 1', expires: '2099-01-31T13:00:00+01:00' });
  const { key, secret } = payload;
  expect(status).toBe(201);
  expect(secret).toMatch(/^sm_live_[0-9A-Za-z]{96}$/);
  expect(key).toEqual({
    id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
    label: 'Till 1',
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    expires: '2099-01-31T12:00:00.000Z',
    last_four: secret.slice(-4),
    last_used: null,
    user: null,
    scopes: ['orders:write', 'products:write', 'settings:write'],
    revoked: null,
  });
  expect(await keysOf(id)).toContainEqual(key);
  expect((await call('getOwnTenant', { as: secret })).payload.tenant.id).toBe(id);
  const responses = JSON.stringify([await keysOf(id), await auditOf(id), await revoke(id, key.id)]);
  expect(responses).not.toContain(secret.slice(34, -8));
});

test.each([undefined, {}, { label: null }, { label: null, expires: null }, { label: '', expires: '' }])(
  'a key needs neither a label nor an expiry: %j',
  async (body) => {
    expect((await issue(store.tenant.name, body)).payload.key).toMatchObject({ label: null, expires: null });
  },
);

test('a key keeps the scopes it was given, each once', async () => {
  const scopes = ['settings:read', 'orders:write', 'settings:read'];
  const { key } = (await issue(store.tenant.id, { scopes })).payload;
  expect(key.scopes).toEqual(['settings:read', 'orders:write']);
  expect(await keysOf(store.tenant.id)).toContainEqual(key);
});

const issueOwn = (as: string, body?: object) => call('issueOwnKey', { as, body });

test('issues a key like the caller’s own unless the body says otherwise', async () => {
  const expires = '2099-01-01T00:00:00.000Z';
  const as = await aManagementKey(store.tenant.id, { expires, scopes: ['settings:write', 'orders:read'] });
  const { status, payload } = await issueOwn(as);
  expect(status).toBe(201);
  expect(payload.key).toMatchObject({ label: null, expires, scopes: ['settings:write', 'orders:read'], revoked: null });
  expect((await call('getOwnTenant', { as: payload.secret })).payload.tenant.id).toBe(store.tenant.id);
  expect(await keysOf(store.tenant.id)).toContainEqual(expect.objectContaining({ id: payload.key.id }));
  const given = { label: 'till', expires: '2098-12-31T23:00:00.000Z', scopes: ['orders:read'] };
  for (const body of [given, { expires }]) expect((await issueOwn(as, body)).payload.key).toMatchObject(body);
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
