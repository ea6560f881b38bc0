import { expect, test } from '@jest/globals';
import { aStore, platform } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { create, update } from '../support/users.ts';
import { walk } from '../support/walk.ts';

const store = await aStore();
const { id, name, owner } = store.tenant;
const { user: active } = (await create(store)).payload;
const { user } = (await create(store)).payload;
const inactive = (await update(store, user.id, { active: false })).payload.user;

test('lists each user of the tenant once, newest first', async () => {
  const { payload } = await call('getUsers', { as: store.key });
  expect(payload).toEqual({ users: [inactive, active, owner], next_cursor: null });
});

type Query = Record<string, string>;

test.each([
  ['the store', (query: Query) => walk('getUsers', { as: store.key, query })],
  ['the platform by ID', (query: Query) => walk('getTenantUsers', { as: platform, params: { id }, query })],
  ['the platform by name', (query: Query) => walk('getTenantUsers', { as: platform, params: { id: name }, query })],
])('%s filters by address and by `active`', async (_, list) => {
  expect(await list({ limit: '1' })).toEqual([inactive, active, owner]);
  expect(await list({ active: 'false' })).toEqual([inactive]);
  expect(await list({ active: 'true' })).toEqual([active, owner]);
  expect(await list({ active: 'true', limit: '1' })).toEqual([active, owner]);
  expect(await list({ email: inactive.email.toUpperCase() })).toEqual([inactive]);
  expect(await list({ email: inactive.email, active: 'true' })).toEqual([]);
  expect(await list({ email: 'nobody@example.com' })).toEqual([]);
});
