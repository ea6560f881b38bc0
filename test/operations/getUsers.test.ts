import { expect, test } from '@jest/globals';
import type { User } from '../../lib/user/schema.ts';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { create } from '../support/users.ts';
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
