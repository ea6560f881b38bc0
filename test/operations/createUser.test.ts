import { beforeEach, expect, test } from '@jest/globals';
import { aStore, owner } from '../support/actors.ts';
import { tally, times } from '../support/orders.ts';
import { allPermissions, aPerson, create, get, grace, update } from '../support/users.ts';
import { walk } from '../support/walk.ts';

let email: string;

const taken = { status: 409, code: 'email_taken' };

const store = await aStore();

beforeEach(async () => {
  ({ email } = aPerson());
  await create(store, { email });
});

test('an e-mail address is unique within a tenant, in any case', async () => {
  const [local, domain] = email.split('@') as [string, string];
  for (const same of [email, email.toUpperCase(), `${local}@${domain.toUpperCase()}`, `${local.toUpperCase()}@${domain}`]) {
    expect(await create(store, { email: same })).toMatchObject(taken);
  }
  expect(await create(await aStore(), { email })).toMatchObject({ status: 201 });
});

test.each([
  ['grace@münchen.example', 'grace@münchen.example', 'GRACE@XN--MNCHEN-3YA.example'],
  ['jörg@example.com', 'jörg@example.com', 'JÖRG@EXAMPLE.COM'],
  ['jo\u0308rg@bu\u0308cher.example', 'j\u00f6rg@b\u00fccher.example', 'J\u00d6RG@xn--bcher-kva.example'],
  ['J\u030c@example.com', 'J\u030c@example.com', '\u01f0@example.com'],
])('%s is kept as %s and is the same address as %s', async (first, kept, second) => {
  const own = await aStore();
  const made = await create(own, { email: first });
  expect([made.status, made.payload.user.email]).toEqual([201, kept]);
  expect(await create(own, { email: second })).toMatchObject(taken);
});

test.each(['\u200b', '\u200d', '\u202e', '\u2066', '\ufeff', '\u00ad'])(
  'the invisible character %j is rejected',
  async (char) => {
    expect(await create(store, { email: `ada${char}@example.com` })).toMatchObject({ status: 400 });
    expect(await create(store, { email: `ada@exam${char}ple.com` })).toMatchObject({ status: 400 });
  },
);

test("the owner's address is taken when the tenant is created", async () => {
  expect(await create(store, { email: owner.email.toUpperCase() })).toMatchObject(taken);
});

test('a deactivated user keeps the address', async () => {
  const own = await aStore();
  const { user } = (await create(own, { email })).payload;
  await update(own, user.id, { active: false });
  expect(await create(own, { email })).toMatchObject(taken);
});

test('changing the address frees the old one and takes the new one', async () => {
  const own = await aStore();
  const { user } = (await create(own, { email })).payload;
  const { email: other } = aPerson();
  expect((await update(own, user.id, { email: other })).payload.user).toEqual({ ...user, email: other });
  expect((await get(own, user.id)).payload.user.email).toBe(other);
  expect(await create(own, { email: other })).toMatchObject(taken);
  expect(await create(own, { email })).toMatchObject({ status: 201 });
  expect(await update(own, user.id, { email })).toMatchObject(taken);
});

test('the address of a user can change in case only', async () => {
  const own = await aStore();
  const { user } = (await create(own, { email })).payload;
  expect((await update(own, user.id, { email: email.toUpperCase() })).payload.user.email).toBe(email.toUpperCase());
  expect(await create(own, { email })).toMatchObject(taken);
});

test('creates only one of twenty concurrent users with the same address', async () => {
  const own = await aStore();
  const answers = await times(20, (i) => create(own, { email: i % 2 ? email : email.toUpperCase() }));
  expect(tally(answers)).toEqual({ 201: 1, email_taken: 19 });
  expect(await walk('getUsers', { as: own.key })).toHaveLength(2);
});

test('only one of twenty users who change to the same address gets it', async () => {
  const own = await aStore();
  const people = await times(20, async () => (await create(own)).payload.user);
  const answers = await Promise.all(people.map(({ id }) => update(own, id, { email })));
  expect(tally(answers)).toEqual({ 200: 1, email_taken: 19 });
  const users = await walk('getUsers', { as: own.key });
  expect(users.filter((user) => user.email === email)).toHaveLength(1);
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
