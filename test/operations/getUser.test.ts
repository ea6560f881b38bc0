import { beforeAll, expect, test } from '@jest/globals';
import { aStore, owner, type Store } from '../support/actors.ts';
import { allPermissions, get } from '../support/users.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

test('the owner of a tenant is a user with all permissions', async () => {
  const { id } = store.tenant.owner;
  const { status, payload } = await get(store, id);
  expect(status).toBe(200);
  expect(payload.user).toEqual({
    id,
    ...owner,
    created: store.tenant.created,
    permissions: allPermissions(true),
    active: true,
  });
  expect(payload.user).toEqual(store.tenant.owner);
});
