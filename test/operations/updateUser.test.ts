import { describe, expect, test } from '@jest/globals';
import { aStore, owner, platform, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { allPermissions, aPerson, areas, create, get, update } from '../support/users.ts';
import { auditOf, walk } from '../support/walk.ts';

const store = await aStore();

const tenantOf = async ({ key }: Store) => (await call('getOwnTenant', { as: key })).payload.tenant;

describe('a change to a user', () => {
  test.each<[string, object]>([
    ['a first name', { first_name: 'Amazing' }],
    ['a last name', { last_name: "O'Hara-Ünal 株" }],
    ['a telephone number', { phone: '+4930123456' }],
    ['all fields', { first_name: 'A', last_name: 'B', phone: '+33123456789', permissions: allPermissions(true) }],
  ])('changes %s and nothing else', async (_, body) => {
    const { user } = (await create(store)).payload;
    const { status, payload } = await update(store, user.id, body);
    expect({ status, user: payload.user }).toEqual({ status: 200, user: { ...user, ...body } });
    expect((await get(store, user.id)).payload.user).toEqual(payload.user);
  });

  test('of one permission keeps the others', async () => {
    const { user } = (await create(store, { permissions: { orders: true, home: true } })).payload;
    const { payload } = await update(store, user.id, { permissions: { home: false, settings: true } });
    expect(payload.user.permissions).toEqual({ ...allPermissions(false), orders: true, settings: true });
  });

  test('returns the user even if nothing changes', async () => {
    const { user } = (await create(store)).payload;
    expect((await update(store, user.id, { first_name: 'Grace' })).payload.user).toEqual(user);
  });
});

describe('a change to the owner', () => {
  test('also shows in the tenant and raises its version by one', async () => {
    const fresh = await aStore();
    const { id } = fresh.tenant.owner;
    const body = { last_name: 'Lovelace', phone: '+442071234567', email: aPerson().email };
    const { payload } = await update(fresh, id, body);
    expect(payload.user).toEqual({ ...fresh.tenant.owner, ...body });
    expect(await tenantOf(fresh)).toEqual({ ...fresh.tenant, owner: payload.user, version: 2 });
    const seen = await call('getTenant', { as: platform, params: { id: fresh.tenant.name } });
    expect(seen.payload.tenant).toMatchObject({ owner: payload.user, version: 2 });
    expect(seen.headers.etag).toBe('"2"');
  });

  test('keeps the version of the tenant if nothing changes', async () => {
    const fresh = await aStore();
    await update(fresh, fresh.tenant.owner.id, { first_name: owner.first_name, permissions: allPermissions(true) });
    expect(await tenantOf(fresh)).toEqual(fresh.tenant);
  });
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
