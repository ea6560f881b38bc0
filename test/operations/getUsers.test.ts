import { expect, test } from '@jest/globals';
import type { User } from '../../lib/user/schema.ts';
import { aStore, owner, platform } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { allPermissions, create, get, update } from '../support/users.ts';
import { byLink, walk } from '../support/walk.ts';

test('lists each user of the tenant once, newest first', async () => {
  const fresh = await aStore();
  const made: User[] = [];
  for (const last_name of ['One', 'Two', 'Three']) made.unshift((await create(fresh, { last_name })).payload.user);
  const whole = await call('getUsers', { as: fresh.key });
  expect(whole.payload).toEqual({ users: [...made, fresh.tenant.owner], next_cursor: null });
  expect(await walk('getUsers', { as: fresh.key, query: { limit: '1' } })).toEqual(whole.payload.users);
  expect(await walk('getUsers', { as: fresh.key, query: { limit: '3' } }, byLink)).toEqual(whole.payload.users);
});

test('the owner of a tenant is a user with all permissions', async () => {
  const store = await aStore();
  const { id } = store.tenant.owner;
  const { status, payload } = await get(store, id);
  expect(status).toBe(200);
  const { created } = store.tenant;
  expect(payload.user).toEqual({ id, ...owner, created, permissions: allPermissions(true), active: true });
  expect(payload.user).toEqual(store.tenant.owner);
});

const usersOf = (id: string, query = {}) => walk('getTenantUsers', { as: platform, params: { id }, query });

test('lists the users of a tenant, found by its ID or name, newest first', async () => {
  const store = await aStore();
  const { id, name, owner } = store.tenant;
  const { user } = (await create(store)).payload;
  for (const tenant of [id, name]) expect(await usersOf(tenant, { limit: '1' })).toEqual([user, owner]);
  await update(store, user.id, { active: false });
  expect(await usersOf(id, { active: 'true' })).toEqual([owner]);
  expect(await usersOf(id, { email: user.email })).toEqual([{ ...user, active: false }]);
});

test.each(['no-such-tenant', 'ten_0123456789abcdefghjkmnpqrs'])('does not find the tenant %s', async (id) => {
  expect(await call('getTenantUsers', { as: platform, params: { id } })).toMatchObject({ status: 404, code: 'not_found' });
});
