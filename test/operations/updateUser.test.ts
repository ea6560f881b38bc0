import { beforeAll, describe, expect, test } from '@jest/globals';
import { aStore, owner, platform, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { allPermissions, create, get, update } from '../support/users.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

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

  test('does not change the tenant unless the user is the owner', async () => {
    const before = await tenantOf(store);
    const { user } = (await create(store)).payload;
    await update(store, user.id, { first_name: 'Other' });
    expect(await tenantOf(store)).toEqual(before);
  });
});

describe('a change to the owner', () => {
  test('also shows in the tenant and raises its version by one', async () => {
    const fresh = await aStore();
    const { id } = fresh.tenant.owner;
    const { payload } = await update(fresh, id, { last_name: 'Lovelace', phone: '+442071234567' });
    expect(payload.user).toEqual({ ...fresh.tenant.owner, last_name: 'Lovelace', phone: '+442071234567' });
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
