import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { issue, keysOf, revoke } from '../support/keys.ts';
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
