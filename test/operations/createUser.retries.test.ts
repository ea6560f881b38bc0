import { beforeAll, describe, expect, test } from '@jest/globals';
import { aStore, type Store, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { times } from '../support/orders.ts';
import { aPerson } from '../support/users.ts';
import { walk } from '../support/walk.ts';

let store: Store;
let other: Store;

beforeAll(async () => {
  store = await aStore();
  other = await aStore();
});

const create = (body: unknown, headers = {}) => call('createUser', { as: store.key, body, headers });
const update = (id: string, body: unknown) => call('updateUser', { as: store.key, params: { id }, body });
const usersOf = ({ key }: Store) => walk('getUsers', { as: key });

describe('a request with an idempotency key', () => {
  const keyed = () => ({ 'Idempotency-Key': uniqueName('key') });

  test('creates one user, even if it is repeated or sent many times concurrently', async () => {
    const headers = keyed();
    const grace = aPerson();
    const before = (await usersOf(store)).length;
    const answers = await times(8, () => create(grace, headers));
    answers.push(await create(JSON.stringify(Object.fromEntries(Object.entries(grace).reverse())), headers));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ payload }) => payload.user.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect((await usersOf(store)).length).toBe(before + 1);
  });

  test('returns the current user when it is repeated', async () => {
    const headers = keyed();
    const grace = aPerson();
    const { user } = (await create(grace, headers)).payload;
    await update(user.id, { first_name: 'Changed' });
    const again = await create(grace, headers);
    expect(again).toMatchObject({ status: 201, payload: { user: { ...user, first_name: 'Changed' } } });
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  test('is rejected if it is repeated with another body', async () => {
    const headers = keyed();
    const grace = aPerson();
    await create(grace, headers);
    const answer = await create({ ...grace, first_name: 'Eve' }, headers);
    expect(answer).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });

  test('is independent of another tenant with the same key', async () => {
    const headers = keyed();
    const grace = aPerson();
    const mine = await create(grace, headers);
    const theirs = await call('createUser', { as: other.key, body: grace, headers });
    expect(theirs.status).toBe(201);
    expect(theirs.headers['idempotent-replayed']).toBeUndefined();
    expect(theirs.payload.user.id).not.toBe(mine.payload.user.id);
  });

  test('does not use up its key if it is rejected', async () => {
    const headers = keyed();
    const grace = aPerson();
    expect((await create({ ...grace, phone: 'x' }, headers)).status).toBe(400);
    expect((await create(grace, headers)).status).toBe(201);
  });

  test.each(['', 'x'.repeat(256), 'with blank'])('is rejected with the key %j', async (key) => {
    expect((await create(aPerson(), { 'Idempotency-Key': key })).status).toBe(400);
  });
});
