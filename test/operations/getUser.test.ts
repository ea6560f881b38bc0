import { beforeAll, expect, test } from '@jest/globals';
import { aStore, owner, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const areas = ['analytics', 'appearance', 'customers', 'home', 'orders', 'products', 'settings'];
const all = (allowed: boolean) => Object.fromEntries(areas.map((area) => [area, allowed]));

const get = ({ key }: Store, id: string) => call('getUser', { as: key, params: { id } });

test('the owner of a tenant is a user with all permissions', async () => {
  const { id } = store.tenant.owner;
  const { status, payload } = await get(store, id);
  expect(status).toBe(200);
  expect(payload.user).toEqual({ id, ...owner, created: store.tenant.created, permissions: all(true) });
  expect(payload.user).toEqual(store.tenant.owner);
});
