import { describe, expect, test } from '@jest/globals';
import { aManagementKey, aStore, platform } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { keysOf } from '../support/keys.ts';
import { anOrder, place, ship, times, update as updateOrder } from '../support/orders.ts';
import { allPermissions, aPerson, aStaffMember, create, issueStaffKey, update } from '../support/users.ts';
import { auditOf } from '../support/walk.ts';

const store = await aStore();
const owner = store.tenant.owner.id;

const hour = 3600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const aUser = async (permissions: object = {}) => (await create(store, { permissions })).payload.user;
const ownKey = (as: string) => call('getOwnKey', { as });

test('issues a key that belongs to the user and lives for 12 hours', async () => {
  const user = await aUser({ orders: true, home: true });
  const { status, payload } = await issueStaffKey(store.key, user.id, { label: 'tablet' });
  expect(status).toBe(201);
  const { key, secret } = payload;
  expect(key).toMatchObject({ label: 'tablet', user: user.id, revoked: null, scopes: ['orders:write'] });
  expect(Date.parse(key.expires) - Date.parse(key.created)).toBe(12 * hour);
  const { id, name, currency, timezone } = store.tenant;
  const { payload: own } = await ownKey(secret);
  const { last_used: _, ...issued } = key;
  expect(own).toMatchObject({ key: issued, user, tenant: { id, name, currency, timezone } });
  expect(Object.keys(own.tenant)).toEqual(['id', 'name', 'currency', 'timezone']);
  expect(await keysOf(id)).toContainEqual(expect.objectContaining(issued));
});

test('a key that is not a staff key has no user', async () => {
  const as = await aManagementKey(store.tenant.id, { scopes: ['orders:place'] });
  expect((await ownKey(as)).payload).toMatchObject({ key: { user: null, scopes: ['orders:place'] }, user: null });
  expect((await call('issueOwnKey', { as: store.key })).payload.key.user).toBeNull();
});

test.each([
  [{ home: true }, ['orders:read']],
  [{ analytics: true }, ['orders:read']],
  [{ customers: true }, ['orders:read']],
  [{ appearance: true }, []],
  [{ home: true, orders: true, products: true }, ['orders:write', 'products:write']],
  [allPermissions(true), ['orders:write', 'products:write', 'settings:write']],
])('the permissions %j give the scopes %j', async (permissions, scopes) => {
  const user = await aUser(permissions);
  const { key, secret } = (await issueStaffKey(store.key, user.id)).payload;
  expect(key.scopes).toEqual(scopes);
  expect((await ownKey(secret)).payload.key.scopes).toEqual(scopes);
  expect((await call('getOrders', { as: secret })).status).toBe(scopes.some((scope) => /^orders/.test(scope)) ? 200 : 403);
});

test('`scopes` narrows what the permissions give', async () => {
  const user = await aUser({ orders: true });
  const { key, secret } = (await issueStaffKey(store.key, user.id, { scopes: ['orders:ship'] })).payload;
  expect(key.scopes).toEqual(['orders:ship']);
  const order = await anOrder(store, { authorized: true });
  expect((await ship({ ...store, key: secret }, order, { state: 'shipped' })).status).toBe(200);
  expect(await place({ ...store, key: secret }, { lines: [{ sku: 'TEA', quantity: 1 }] })).toMatchObject({ status: 403 });
  const wider = await issueStaffKey(store.key, user.id, { scopes: ['orders:ship', 'products:read'] });
  expect(wider).toMatchObject({ status: 400, body: { errors: [{ field: 'scopes' }] } });
  expect(wider.body.description).toContain('products:read');
});

test.each([
  ['in the past', inHours(-1), 400],
  ['just within 90 days', inHours(90 * 24 - 1), 201],
  ['more than 90 days ahead', inHours(90 * 24 + 1), 400],
])('an expiry %s', async (_, expires, status) => {
  const answer = await issueStaffKey(store.key, owner, { expires });
  expect(answer.status).toBe(status);
  if (status === 201) expect(answer.payload.key.expires).toBe(expires);
  else expect(answer.body.errors).toMatchObject([{ field: 'expires' }]);
});

test('a key that expires soon issues no staff key that outlives it, and neither do the keys that it issued', async () => {
  const expires = inHours(1);
  let as = await aManagementKey(store.tenant.id, { expires });
  for (let i = 0; i < 3; i++) {
    const later = await issueStaffKey(as, owner, { expires: inHours(2) });
    expect(later).toMatchObject({ status: 400, body: { errors: [{ field: 'expires' }] } });
    const { secret, key } = (await issueStaffKey(as, owner)).payload;
    expect(key.expires).toBe(expires);
    as = secret;
  }
});

test('a staff key can issue one that expires later', async () => {
  const { secret } = (await issueStaffKey(store.key, owner)).payload;
  expect((await issueStaffKey(secret, owner, { expires: inHours(24) })).status).toBe(201);
});

describe('rejects', () => {
  test('an inactive user', async () => {
    const user = await aUser({ orders: true });
    await update(store, user.id, { active: false });
    expect(await issueStaffKey(store.key, user.id)).toMatchObject({ status: 409, code: 'user_inactive' });
  });

  test('a late expiry and scopes that the user lacks, both at once, even if the user is inactive', async () => {
    const user = await aUser({ orders: true });
    await update(store, user.id, { active: false });
    const as = await aManagementKey(store.tenant.id, { expires: inHours(1) });
    const tooMuch = await issueStaffKey(as, user.id, { expires: inHours(2), scopes: ['products:write'] });
    expect(tooMuch.body.errors).toMatchObject([{ field: 'expires' }, { field: 'scopes' }]);
  });

  test('a user who has a scope that the key lacks', async () => {
    const user = await aUser({ orders: true, settings: true });
    const as = await aManagementKey(store.tenant.id, { scopes: ['settings:write', 'orders:read'] });
    const answer = await issueStaffKey(as, user.id, { scopes: ['orders:read'] });
    expect(answer).toMatchObject({ status: 403, code: 'insufficient_scope', body: { required: 'orders:write' } });
  });
});

test('a key can have only the scopes that its issuer had, whatever the user may do later', async () => {
  const user = await aUser({ settings: true });
  const as = await aManagementKey(store.tenant.id, { scopes: ['settings:write'] });
  const { secret } = (await issueStaffKey(as, user.id)).payload;
  await update({ ...store, key: as }, user.id, { permissions: { orders: true } });
  expect((await ownKey(secret)).payload.key.scopes).toEqual(['settings:write']);
});

test('the history and the audit log name the user, so a write cannot have X-Actor', async () => {
  const { id, key, key_id } = await aStaffMember(store, 'orders', 'products');
  const { number } = await anOrder({ ...store, key }, {});
  await updateOrder({ ...store, key }, number, { note: 'call first' });
  const { entries } = (await call('getHistory', { as: key, params: { number } })).payload;
  expect(entries.map(({ actor }: { actor: string }) => actor)).toEqual([id, id]);
  const product = { name: 'Tea', price: 1, stock: 1 };
  await call('putProduct', { as: key, params: { sku: 'STAFF' }, body: product });
  const entry = (await auditOf(store.tenant.id)).find(({ operation }) => operation === 'putProduct');
  expect(entry).toMatchObject({ actor: id, key: key_id });
  const headers = { 'X-Actor': 'somebody' };
  const answer = await call('putProduct', { as: key, params: { sku: 'STAFF' }, body: product, headers });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'X-Actor' }] } });
  expect((await call('getOrders', { as: key, headers })).status).toBe(200);
});

test('staff keys do not count towards the limit of keys, and can be issued beyond it', async () => {
  const own = await aStore();
  const { id } = own.tenant.owner;
  for (let i = 0; i < 10; i++) await times(11, () => issueStaffKey(own.key, id));
  expect((await call('issueOwnKey', { as: own.key })).status).toBe(201);
  expect(await keysOf(own.tenant.id)).toHaveLength(112);
});

const manager = await aStaffMember(store, 'settings', 'orders');
const clerk = await aStaffMember(store, 'orders');

describe('with a staff key', () => {
  const as = { ...store, key: manager.key };

  test('only staff keys can be issued', async () => {
    const answer = await call('issueOwnKey', { as: manager.key });
    expect(answer).toMatchObject({ status: 403, code: 'insufficient_scope', body: { required: 'settings:write' } });
    expect((await issueStaffKey(manager.key, clerk.id)).status).toBe(201);
    expect((await issueStaffKey(manager.key, manager.id)).status).toBe(201);
    expect(await issueStaffKey(manager.key, owner)).toMatchObject({ status: 403, body: { required: 'products:write' } });
    expect(await issueStaffKey(clerk.key, clerk.id)).toMatchObject({ status: 403, body: { required: 'settings:write' } });
  });

  test.each<[string, (ids: { clerk: string; manager: string }) => string, object, number]>([
    ['turn on a permission within its scopes', ({ clerk }) => clerk, { permissions: { settings: true } }, 200],
    ['turn on a permission without a scope', ({ clerk }) => clerk, { permissions: { appearance: true } }, 200],
    ['turn on a permission beyond its scopes', ({ clerk }) => clerk, { permissions: { products: true } }, 403],
    ['turn on its own', ({ manager }) => manager, { permissions: { products: true } }, 403],
    ['change its own user', ({ manager }) => manager, { first_name: 'Joan' }, 200],
    ['change the owner', () => owner, { email: 'mine@example.com' }, 403],
  ])('nobody can be raised above it: %s', async (_, user, body, status) => {
    const answer = await update(as, user({ clerk: clerk.id, manager: manager.id }), body);
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer).toMatchObject({ code: 'insufficient_scope', body: { required: 'products:write' } });
  });

  test('a user with more permissions cannot be reactivated or created', async () => {
    const user = await aUser({ products: true });
    await update(store, user.id, { active: false });
    expect(await update(as, user.id, { active: true })).toMatchObject({ status: 403 });
    const body = aPerson({ permissions: { products: true } });
    expect(await call('createUser', { as: manager.key, body })).toMatchObject({ status: 403 });
    expect((await call('createUser', { as: manager.key, body: { ...body, permissions: { orders: true } } })).status).toBe(201);
  });
});

test('a replay is refused with a key that may not make the request', async () => {
  const { id } = await aUser({ products: true });
  const once = { 'Idempotency-Key': 'narrow' };
  const body = aPerson({ permissions: { products: true } });
  expect((await issueStaffKey(store.key, id, {}, once)).status).toBe(201);
  expect((await call('createUser', { as: store.key, body, headers: once })).status).toBe(201);
  const { key } = await aStaffMember(store, 'settings');
  const refused = { status: 403, body: { required: 'products:write' } };
  expect(await issueStaffKey(key, id, {}, once)).toMatchObject(refused);
  expect(await call('createUser', { as: key, body, headers: once })).toMatchObject(refused);
});

const settingsKey = await aManagementKey(store.tenant.id, { scopes: ['settings:write'] });

describe('a key that is not a staff key', () => {
  const refused = { status: 403, code: 'insufficient_scope', body: { required: 'orders:write' } };
  const as = { ...store, key: settingsKey };

  test('gives existing staff keys no scope that it lacks', async () => {
    const { id, key_id } = await aStaffMember(store, 'home');
    const raise = { permissions: { orders: true } };
    expect(await update(as, id, raise)).toMatchObject(refused);
    expect((await update(as, id, { permissions: { settings: true, home: false } })).status).toBe(200);
    expect((await update(as, id, { ...raise, active: false })).status).toBe(200);
    expect(await update(as, id, { active: true })).toMatchObject(refused);
    await call('revokeOwnKey', { as: store.key, params: { key_id } });
    expect((await update(as, id, { active: true })).status).toBe(200);
  });

  test('revives no staff keys that do more', async () => {
    const { id } = await aStaffMember(store, 'orders');
    expect((await update(as, id, { first_name: 'Joan' })).status).toBe(200);
    expect((await update(as, id, { active: false })).status).toBe(200);
    expect(await update(as, id, { active: true })).toMatchObject(refused);
    expect((await update(store, id, { active: true })).status).toBe(200);
  });
});

test('the platform lists and revokes a staff key', async () => {
  const own = await aStore();
  const { id, key_id } = await aStaffMember(own, 'orders');
  expect(await keysOf(own.tenant.id)).toContainEqual(
    expect.objectContaining({ id: key_id, user: id, scopes: ['orders:write'] }),
  );
  await update(own, id, { permissions: { orders: false, home: true } });
  expect(await keysOf(own.tenant.id)).toContainEqual(expect.objectContaining({ id: key_id, scopes: ['orders:read'] }));
  const revoked = await call('revokeKey', { as: platform, params: { id: own.tenant.id, key_id } });
  expect(revoked.payload.key).toMatchObject({ id: key_id, user: id, scopes: ['orders:read'], revoked: expect.any(String) });
});
