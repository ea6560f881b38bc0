import { beforeAll, describe, expect, test } from '@jest/globals';
import type { User } from '../../lib/tenant/schema.ts';
import { aStore, owner, platform, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { times } from '../support/orders.ts';
import { byLink, pages, walk } from '../support/walk.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const grace = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com', phone: '+12125550123' };
const areas = ['analytics', 'appearance', 'customers', 'home', 'orders', 'products', 'settings'];
const all = (allowed: boolean) => Object.fromEntries(areas.map((area) => [area, allowed]));

const create = ({ key }: Store, given: object = {}) => call('createUser', { as: key, body: { ...grace, ...given } });
const get = ({ key }: Store, id: string) => call('getUser', { as: key, params: { id } });
const update = ({ key }: Store, id: string, body: object) => call('updateUser', { as: key, params: { id }, body });
const tenantOf = async ({ key }: Store) => (await call('getOwnTenant', { as: key })).payload.tenant;

test('the owner of a tenant is a user who may do everything', async () => {
  const { id } = store.tenant.owner;
  const { status, payload } = await get(store, id);
  expect(status).toBe(200);
  expect(payload.user).toEqual({ id, ...owner, created: store.tenant.created, permissions: all(true) });
  expect(payload.user).toEqual(store.tenant.owner);
});

test('a new user is allowed nothing unless it is said', async () => {
  const { status, payload, headers } = await create(store);
  expect({ status, etag: headers.etag }).toEqual({ status: 201, etag: undefined });
  const { user } = payload;
  expect(user).toEqual({ ...grace, id: user.id, created: user.created, permissions: all(false) });
  expect(user.id).toMatch(/^usr_[0-9a-z]{26}$/);
  expect(user.created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect((await get(store, user.id)).payload).toEqual(payload);
});

test('a new user is allowed what is said', async () => {
  const { payload } = await create(store, { permissions: { orders: true, home: false } });
  expect(payload.user.permissions).toEqual({ ...all(false), orders: true });
});

test('two users may have the same name and e-mail address', async () => {
  const [first, second] = [await create(store), await create(store)];
  expect(first.payload.user.id).not.toBe(second.payload.user.id);
});

test('users are listed newest first, each once, and only those of the tenant', async () => {
  const fresh = await aStore();
  const made: User[] = [];
  for (const last_name of ['One', 'Two', 'Three']) made.unshift((await create(fresh, { last_name })).payload.user);
  const whole = await call('getUsers', { as: fresh.key });
  expect(whole.payload).toEqual({ users: [...made, fresh.tenant.owner], next_cursor: null });
  expect(await walk('getUsers', { as: fresh.key, query: { limit: '1' } })).toEqual(whole.payload.users);
  expect(await walk('getUsers', { as: fresh.key, query: { limit: '3' } }, byLink)).toEqual(whole.payload.users);
});

test('a walk through the users misses nobody and repeats nobody while others are added and changed', async () => {
  const fresh = await aStore();
  await times(10, () => create(fresh));
  const before = (await walk('getUsers', { as: fresh.key })) as User[];
  const seen: User[] = [];
  for await (const { payload } of pages('getUsers', { as: fresh.key, query: { limit: '3' } })) {
    seen.push(...payload.users);
    await create(fresh);
    await update(fresh, (before.at(-2) as User).id, { first_name: `Grace ${seen.length}` });
  }
  expect(seen.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
});

describe('a change', () => {
  test.each<[string, object]>([
    ['a first name', { first_name: 'Amazing' }],
    ['a last name', { last_name: "O'Hara-Ünal 株" }],
    ['a telephone number', { phone: '+4930123456' }],
    ['all at once', { first_name: 'A', last_name: 'B', phone: '+33123456789', permissions: all(true) }],
  ])('of %s changes just that', async (_, body) => {
    const { user } = (await create(store)).payload;
    const { status, payload } = await update(store, user.id, body);
    expect({ status, user: payload.user }).toEqual({ status: 200, user: { ...user, ...body } });
    expect((await get(store, user.id)).payload.user).toEqual(payload.user);
  });

  test('of one permission leaves the others', async () => {
    const { user } = (await create(store, { permissions: { orders: true, home: true } })).payload;
    const { payload } = await update(store, user.id, { permissions: { home: false, settings: true } });
    expect(payload.user.permissions).toEqual({ ...all(false), orders: true, settings: true });
  });

  test('that changes nothing is answered as it stands', async () => {
    const { user } = (await create(store)).payload;
    expect((await update(store, user.id, { first_name: 'Grace' })).payload.user).toEqual(user);
  });

  test('of a user who is not the owner leaves the tenant', async () => {
    const before = await tenantOf(store);
    const { user } = (await create(store)).payload;
    await update(store, user.id, { first_name: 'Other' });
    expect(await tenantOf(store)).toEqual(before);
  });

  test('of different fields at once loses none of them', async () => {
    const { user } = (await create(store)).payload;
    const bodies = [{ first_name: 'X' }, { phone: '+4930123456' }, ...areas.map((area) => ({ permissions: { [area]: true } }))];
    const answers = await Promise.all(bodies.map((body) => update(store, user.id, body)));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    const permissions = all(true);
    expect((await get(store, user.id)).payload.user).toEqual({ ...user, first_name: 'X', phone: '+4930123456', permissions });
  });
});

describe('a change of the owner', () => {
  test('is seen in the tenant as well, whose version goes up by one', async () => {
    const fresh = await aStore();
    const { id } = fresh.tenant.owner;
    const { payload } = await update(fresh, id, { last_name: 'Lovelace', phone: '+442071234567' });
    expect(payload.user).toEqual({ ...fresh.tenant.owner, last_name: 'Lovelace', phone: '+442071234567' });
    expect(await tenantOf(fresh)).toEqual({ ...fresh.tenant, owner: payload.user, version: 2 });
    const seen = await call('getTenant', { as: platform, params: { id: fresh.tenant.name } });
    expect(seen.payload.tenant).toMatchObject({ owner: payload.user, version: 2 });
    expect(seen.headers.etag).toBe('"2"');
  });

  test('without effect leaves the version', async () => {
    const fresh = await aStore();
    await update(fresh, fresh.tenant.owner.id, { first_name: owner.first_name, permissions: all(true) });
    expect(await tenantOf(fresh)).toEqual(fresh.tenant);
  });

  test('and one of the tenant at once lose nothing of each other', async () => {
    const fresh = await aStore();
    const { id, owner: before } = fresh.tenant;
    const names = ['One', 'Two', 'Three'];
    await Promise.all([
      ...names.map((last_name) => update(fresh, before.id, { last_name })),
      call('updateTenant', { as: platform, params: { id }, body: { country: 'FR' } }),
      call('updateTenant', { as: platform, params: { id }, body: { timezone: 'UTC' } }),
    ]);
    const tenant = await tenantOf(fresh);
    expect(tenant).toMatchObject({ country: 'FR', timezone: 'UTC', version: 6 });
    expect((await get(fresh, before.id)).payload.user).toEqual(tenant.owner);
    expect(names).toContain(tenant.owner.last_name);
  });
});
