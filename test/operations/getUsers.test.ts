import { expect, test } from '@jest/globals';
import type { User } from '../../lib/user/schema.ts';
import { aStore, platform } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { create, update } from '../support/users.ts';
import { walk } from '../support/walk.ts';

test('lists each user of the tenant once, newest first', async () => {
  const fresh = await aStore();
  const made: User[] = [];
  for (const last_name of ['One', 'Two', 'Three']) made.unshift((await create(fresh, { last_name })).payload.user);
  const { payload } = await call('getUsers', { as: fresh.key });
  expect(payload).toEqual({ users: [...made, fresh.tenant.owner], next_cursor: null });
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
