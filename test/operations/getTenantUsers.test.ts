import { expect, test } from '@jest/globals';
import { aStore, platform } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { create, update } from '../support/users.ts';
import { walk } from '../support/walk.ts';

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
