import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { aPerson, areas, create, get, update } from '../support/users.ts';
import { auditOf, walk } from '../support/walk.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

test('deactivates a user and activates them again', async () => {
  const { user } = (await create(store)).payload;
  expect(user.active).toBe(true);
  for (const active of [false, false, true]) {
    expect((await update(store, user.id, { active })).payload.user).toEqual({ ...user, active });
    expect((await get(store, user.id)).payload.user.active).toBe(active);
  }
});

test('the owner cannot be deactivated', async () => {
  const { id } = store.tenant.owner;
  expect(await update(store, id, { active: false, first_name: 'Eve' })).toMatchObject({ status: 409, code: 'owner_required' });
  expect((await get(store, id)).payload.user).toEqual(store.tenant.owner);
  expect(await update(store, id, { active: true })).toMatchObject({ status: 200 });
});

test.each(areas)('the owner keeps the permission for %s, and nothing else of the request is applied', async (area) => {
  const { id } = store.tenant.owner;
  const rejected = await update(store, id, { first_name: 'Eve', permissions: { [area]: false } });
  expect(rejected).toMatchObject({ status: 409, code: 'owner_permissions' });
  expect((await get(store, id)).payload.user).toEqual(store.tenant.owner);
});

test("a new address of the owner shows in the tenant's copy", async () => {
  const own = await aStore();
  const { email } = aPerson();
  await update(own, own.tenant.owner.id, { email });
  expect((await call('getOwnTenant', { as: own.key })).payload.tenant).toMatchObject({ owner: { email }, version: 2 });
});

test('the list filters by address and by `active`', async () => {
  const own = await aStore();
  const { user: active } = (await create(own)).payload;
  const { user } = (await create(own)).payload;
  const inactive = (await update(own, user.id, { active: false })).payload.user;
  const { owner } = own.tenant;
  const list = (query: Record<string, string>) => walk('getUsers', { as: own.key, query });
  expect(await list({ active: 'false' })).toEqual([inactive]);
  expect(await list({ active: 'true' })).toEqual([active, owner]);
  expect(await list({ active: 'true', limit: '1' })).toEqual([active, owner]);
  expect(await list({ email: inactive.email.toUpperCase() })).toEqual([inactive]);
  expect(await list({ email: inactive.email, active: 'true' })).toEqual([]);
  expect(await list({ email: 'nobody@example.com' })).toEqual([]);
});

test('each change to a user adds one audit entry, with the id and only the changed fields', async () => {
  const own = await aStore();
  const { user } = (await create(own)).payload;
  const { id, email } = user;
  await update(own, id, { active: false, first_name: user.first_name });
  await update(own, id, { active: false });
  await update(own, id, { email: own.tenant.owner.email });
  await update(own, id, { email: `new-${email}` });
  const entries = (await auditOf(own.tenant.id)).filter(({ operation }) => operation.endsWith('User'));
  expect(entries.map(({ operation, before, after }) => ({ operation, before, after })).reverse()).toEqual([
    { operation: 'createUser', before: {}, after: user },
    { operation: 'updateUser', before: { id, active: true }, after: { id, active: false } },
    { operation: 'updateUser', before: { id, email }, after: { id, email: `new-${email}` } },
  ]);
});
