import { describe, expect, test } from '@jest/globals';
import { aStore, platform } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { allPermissions, aPerson, areas, create, get, update } from '../support/users.ts';

const store = await aStore();

describe('a change to a user', () => {
  test.each([
    { first_name: 'Amazing' },
    { first_name: 'Grace' },
    { last_name: "O'Hara-Ünal 株" },
    { phone: '+4930123456' },
    { active: false },
    { first_name: 'A', last_name: 'B', phone: '+33123456789', permissions: allPermissions(true) },
  ])('%j changes nothing else, and a repeat changes nothing', async (body) => {
    const { user } = (await create(store)).payload;
    for (let i = 0; i < 2; i++) {
      const { status, payload } = await update(store, user.id, body);
      expect({ status, user: payload.user }).toEqual({ status: 200, user: { ...user, ...body } });
    }
    expect((await get(store, user.id)).payload.user).toEqual({ ...user, ...body });
  });

  test('of one permission keeps the others', async () => {
    const { user } = (await create(store, { permissions: { orders: true, home: true } })).payload;
    const { payload } = await update(store, user.id, { permissions: { home: false, settings: true } });
    expect(payload.user.permissions).toEqual({ ...allPermissions(false), orders: true, settings: true });
  });

  test('can activate it again', async () => {
    const { user } = (await create(store)).payload;
    await update(store, user.id, { active: false });
    expect((await update(store, user.id, { active: true })).payload.user).toEqual(user);
    expect((await get(store, user.id)).payload.user).toEqual(user);
  });
});

test('a change to the owner also shows in the tenant and raises its version by one', async () => {
  const fresh = await aStore();
  const { id } = fresh.tenant.owner;
  const body = { last_name: 'Lovelace', phone: '+442071234567', email: aPerson().email };
  const { payload } = await update(fresh, id, body);
  expect(payload.user).toEqual({ ...fresh.tenant.owner, ...body });
  await update(fresh, id, { ...body, permissions: allPermissions(true) });
  const seen = await call('getTenant', { as: platform, params: { id: fresh.tenant.name } });
  expect(seen.payload.tenant).toEqual({ ...fresh.tenant, owner: payload.user, version: 2 });
  expect(seen.headers.etag).toBe('"2"');
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
