import { beforeEach, expect, test } from '@jest/globals';
import type { User } from '../../lib/user/schema.ts';
import { aStore, platform, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { allPermissions, create, get, update } from '../support/users.ts';
import { auditOf } from '../support/walk.ts';

let store: Store;
let user: User;

beforeEach(async () => {
  store = await aStore();
  ({ user } = (await create(store)).payload);
});

const handOver = (owner: unknown, headers = {}) =>
  call('updateTenant', { as: platform, params: { id: store.tenant.name }, body: { owner }, headers });
const tenant = async () => (await call('getOwnTenant', { as: store.key })).payload.tenant;
const read = async (id: string): Promise<User> => (await get(store, id)).payload.user;

test('the new owner gets all permissions, and the former owner keeps theirs', async () => {
  const owner = { ...user, permissions: allPermissions(true) };
  const { payload } = await handOver(user.id);
  expect(payload.tenant).toEqual({ ...store.tenant, owner, version: 2 });
  expect(await tenant()).toEqual(payload.tenant);
  expect(await read(user.id)).toEqual(owner);
  expect(await read(store.tenant.owner.id)).toEqual(store.tenant.owner);
  expect((await handOver(user.id)).payload.tenant.version).toBe(2);
  const [entry] = await auditOf(store.tenant.id);
  expect(entry).toMatchObject({ operation: 'updateTenant', before: { owner: store.tenant.owner }, after: { owner } });
});

test('the rules for owners apply to the new owner only', async () => {
  await handOver(user.id);
  const former = store.tenant.owner.id;
  expect(await update(store, user.id, { active: false })).toMatchObject({ code: 'owner_required' });
  expect(await update(store, user.id, { permissions: { home: false } })).toMatchObject({ code: 'owner_permissions' });
  expect(await update(store, former, { permissions: { home: false }, active: false })).toMatchObject({ status: 200 });
  await update(store, user.id, { last_name: 'Murray' });
  expect((await tenant()).owner).toEqual(await read(user.id));
  expect((await tenant()).owner.last_name).toBe('Murray');
});

test('rejects a user who is unknown, of another tenant or inactive', async () => {
  const other = await aStore();
  for (const id of [other.tenant.owner.id, `usr_${'0'.repeat(26)}`, 'me', store.tenant.id]) {
    expect(await handOver(id)).toMatchObject({ status: 400, body: { errors: [{ field: 'owner' }] } });
    expect(await handOver(id, { 'If-Match': '"9"' })).toMatchObject({ status: 400 });
  }
  await update(store, user.id, { active: false });
  expect(await handOver(user.id)).toMatchObject({ status: 409, code: 'owner_inactive' });
  expect(await handOver(user.id, { 'If-Match': '"9"' })).toMatchObject({ status: 412 });
  expect(await tenant()).toEqual(store.tenant);
});

test('a change of owner can be combined with other changes', async () => {
  const body = { owner: user.id, country: 'FR' };
  const { payload } = await call('updateTenant', { as: platform, params: { id: store.tenant.id }, body });
  expect(payload.tenant).toMatchObject({ country: 'FR', owner: { id: user.id }, version: 2 });
});
