import { beforeAll, describe, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { times } from '../support/orders.ts';
import { aPerson, grace } from '../support/users.ts';

let store: Store;
let other: Store;

beforeAll(async () => {
  store = await aStore();
  other = await aStore();
});

const create = (body: unknown) => call('createUser', { as: store.key, body });
const update = (id: string, body: unknown) => call('updateUser', { as: store.key, params: { id }, body });
const fieldsOf = ({ body }: { body: { errors: { field: string }[] } }) => body.errors.map(({ field }) => field).sort();

describe('a user who does not exist', () => {
  test.each<[string, () => string]>([
    ["another tenant's", () => other.tenant.owner.id],
    ['an unknown one', () => `usr_${'0'.repeat(26)}`],
    ['an id of another kind', () => store.tenant.id],
    ['an id in capitals', () => store.tenant.owner.id.toUpperCase()],
    ['an id with an extra character', () => `${store.tenant.owner.id}0`],
    ['an id with odd characters', () => 'usr_%00/../TENANT'],
    ['not an id', () => 'me'],
  ])('returns 404 for reads and writes: %s', async (_, id) => {
    const before = await call('getUser', { as: other.key, params: { id: other.tenant.owner.id } });
    expect(await call('getUser', { as: store.key, params: { id: id() } })).toMatchObject({ status: 404, code: 'not_found' });
    expect(await update(id(), { first_name: 'Eve' })).toMatchObject({ status: 404, code: 'not_found' });
    const after = await call('getUser', { as: other.key, params: { id: other.tenant.owner.id } });
    expect(after.payload).toEqual(before.payload);
  });
});

test.each(['analytics', 'appearance', 'customers', 'home', 'orders', 'products', 'settings'])(
  'rejects removing %s from the owner and changes nothing else',
  async (area) => {
    const { id } = store.tenant.owner;
    const rejected = await update(id, { first_name: 'Eve', permissions: { [area]: false } });
    expect(rejected).toMatchObject({ status: 409, code: 'owner_permissions' });
    expect((await call('getOwnTenant', { as: store.key })).payload.tenant).toEqual(store.tenant);
    expect((await call('getUser', { as: store.key, params: { id } })).payload.user).toEqual(store.tenant.owner);
  },
);

test.each<[object, string[]]>([
  [{}, ['email', 'first_name', 'last_name', 'phone']],
  [{ ...grace, first_name: '' }, ['first_name']],
  [{ ...grace, first_name: '   ' }, ['first_name']],
  [{ ...grace, last_name: 'x'.repeat(201) }, ['last_name']],
  [{ ...grace, last_name: 'two\nlines' }, ['last_name']],
  [{ ...grace, last_name: null }, ['last_name']],
  [{ ...grace, email: 'grace@' }, ['email']],
  [{ ...grace, email: `${'x'.repeat(250)}@example.com` }, ['email']],
  [{ ...grace, phone: '0301234567' }, ['phone']],
  [{ ...grace, phone: 4930123456 }, ['phone']],
  [{ ...grace, permissions: { orders: 'yes' } }, ['permissions.orders']],
  [{ ...grace, permissions: { order: true } }, ['permissions.order']],
  [{ ...grace, permissions: null }, ['permissions']],
  [{ ...grace, id: 'usr_1', created: '2026-01-01T00:00:00Z' }, ['created', 'id']],
  [{ ...grace, email: 'x', phone: 'y', role: 'z' }, ['email', 'phone', 'role']],
])('rejects a user like %j and lists every invalid field', async (body, fields) => {
  const answer = await create(body);
  expect(answer.status).toBe(400);
  expect(fieldsOf(answer)).toEqual(fields);
});

test.each<[object, string[]]>([
  [{}, ['body']],
  [{ permissions: {} }, ['permissions']],
  [{ permissions: { home: null } }, ['permissions.home']],
  [{ permissions: { everything: true, home: true } }, ['permissions.everything']],
  [{ email: 'other@' }, ['email']],
  [{ active: null }, ['active']],
  [{ active: 'no' }, ['active']],
  [{ id: 'usr_1', first_name: 'x' }, ['id']],
  [{ first_name: null }, ['first_name']],
  [{ phone: '+1', last_name: '' }, ['last_name', 'phone']],
])('rejects a change like %j and lists every invalid field', async (body, fields) => {
  const answer = await update(store.tenant.owner.id, body);
  expect(answer.status).toBe(400);
  expect(fieldsOf(answer)).toEqual(expect.arrayContaining(fields));
  expect((await call('getOwnTenant', { as: store.key })).payload.tenant).toEqual(store.tenant);
});

test.each<Record<string, string>>([
  { limit: '0' },
  { limit: '1001' },
  { limit: 'x' },
  { cursor: 'x' },
  { name: 'Grace' },
  { email: 'x' },
  { active: 'x' },
])('rejects a list request with %j', async (query) => {
  expect(await call('getUsers', { as: store.key, query })).toMatchObject({ status: 400, code: 'invalid_request' });
});

test("rejects another tenant's cursor and another list's", async () => {
  await times(2, () => create(aPerson()));
  const { payload } = await call('getUsers', { as: store.key, query: { limit: '1' } });
  const query = { cursor: payload.next_cursor };
  expect(await call('getUsers', { as: other.key, query })).toMatchObject({ status: 400, code: 'invalid_request' });
  expect(await call('getProducts', { as: store.key, query })).toMatchObject({ status: 400, code: 'invalid_request' });
});
