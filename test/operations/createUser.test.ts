import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { allPermissions, create, get, grace } from '../support/users.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

test('a new user has no permissions by default', async () => {
  const { status, payload, headers } = await create(store, grace);
  expect({ status, etag: headers.etag }).toEqual({ status: 201, etag: undefined });
  const { user } = payload;
  expect(user).toEqual({ ...grace, id: user.id, created: user.created, permissions: allPermissions(false), active: true });
  expect(user.id).toMatch(/^usr_[0-9a-z]{26}$/);
  expect(user.created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect((await get(store, user.id)).payload).toEqual(payload);
});

test('a new user has the permissions that were given', async () => {
  const { payload } = await create(store, { permissions: { orders: true, home: false } });
  expect(payload.user.permissions).toEqual({ ...allPermissions(false), orders: true });
});

test('two users may share a name and a phone number', async () => {
  const [first, second] = [await create(store), await create(store)];
  expect(first.payload.user.id).not.toBe(second.payload.user.id);
});
