import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Tenant } from '../../lib/tenant/schema.ts';
import { aStore, aTenant, newTenant, owner, platform, type Store, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { auditOf, walk } from '../support/walk.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const keyed = (key: string) => ({ 'Idempotency-Key': key });
const create = (body: unknown, key: string) => call('createTenant', { as: platform, body, headers: keyed(key) });
const issue = (id: string, key: string, body?: unknown, at?: string) =>
  call('issueKey', { as: platform, params: { id }, body, headers: keyed(key), at });
const keysOf = (id: string) => walk('getKeys', { as: platform, params: { id } });

describe('createTenant', () => {
  test('returns the same tenant with 201 when it is repeated', async () => {
    const [key, body] = [uniqueName('key'), newTenant()];
    const first = await create(body, key);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    for (let i = 0; i < 2; i++) {
      const again = await create(body, key);
      expect(again).toMatchObject({
        status: 201,
        payload: first.payload,
        headers: { 'idempotent-replayed': 'true', etag: '"1"' },
      });
    }
    expect(await auditOf(first.payload.tenant.id)).toHaveLength(1);
  });

  test('returns the current tenant when it is repeated, even after a rename', async () => {
    const [key, body, name] = [uniqueName('key'), newTenant(), uniqueName()];
    await create(body, key);
    const { payload } = await call('updateTenant', { as: platform, params: { id: body.name }, body: { name } });
    await aTenant({ name: body.name });
    const again = await create(body, key);
    expect(again).toMatchObject({ status: 201, payload, headers: { 'idempotent-replayed': 'true', etag: '"2"' } });
  });

  test('ignores the order of the fields in the body', async () => {
    const [key, body] = [uniqueName('key'), newTenant()];
    const { payload } = await create(body, key);
    const turned = Object.fromEntries(Object.entries({ ...body, owner: reversed(owner) }).reverse());
    expect(JSON.stringify(turned)).not.toBe(JSON.stringify(body));
    expect(await create(JSON.stringify(turned, null, 2), key)).toMatchObject({ status: 201, payload });
  });

  test('rejects another body with the same key, even if that body fails on its own', async () => {
    const [key, body] = [uniqueName('key'), newTenant()];
    await create(body, key);
    const reused = { status: 422, code: 'idempotency_key_reused' };
    expect(await create({ ...body, country: 'FR' }, key)).toMatchObject(reused);
    expect(await create(newTenant(), key)).toMatchObject(reused);
    expect(await create({ ...newTenant(), name: store.tenant.name }, key)).toMatchObject(reused);
    expect(await create({ ...body, country: 'xx' }, key)).toMatchObject({ status: 400 });
  });

  test('creates one tenant for fifty identical concurrent requests', async () => {
    const [key, body] = [uniqueName('key'), newTenant()];
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(body, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const ids = new Set(answers.map(({ payload }) => (payload.tenant as Tenant).id));
    expect(ids.size).toBe(1);
    expect(answers.filter(({ headers }) => !headers['idempotent-replayed'])).toHaveLength(1);
    expect(await auditOf([...ids][0] as string)).toHaveLength(1);
  });

  test('does not use up the key of a rejected request', async () => {
    const [key, holder] = [uniqueName('key'), await aTenant()];
    const body = newTenant({ name: holder.name });
    expect(await create({ ...body, country: 'xx' }, key)).toMatchObject({ status: 400 });
    expect(await create(body, key)).toMatchObject({ status: 409 });
    await call('updateTenant', { as: platform, params: { id: holder.id }, body: { name: uniqueName() } });
    const done = await create(body, key);
    expect(done.status).toBe(201);
    expect(done.headers['idempotent-replayed']).toBeUndefined();
  });
});

const reversed = (fields: object) => Object.fromEntries(Object.entries(fields).reverse());

describe('issueKey', () => {
  test('returns the same key without its secret when it is repeated', async () => {
    const { id } = await aTenant();
    const idempotency = uniqueName('key');
    const { payload } = await issue(id, idempotency, { label: 'a' });
    const again = await issue(id, idempotency, { label: 'a' });
    expect(again).toMatchObject({ status: 201, payload: { key: payload.key, secret: null } });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await issue(id, idempotency, { label: 'b' })).toMatchObject({ status: 422 });
    expect(await keysOf(id)).toEqual([payload.key]);
  });

  test('returns a key that has been revoked since', async () => {
    const { id } = await aTenant();
    const idempotency = uniqueName('key');
    const { key } = (await issue(id, idempotency)).payload;
    const revoked = (await call('revokeKey', { as: platform, params: { id, key_id: key.id } })).payload.key;
    expect(revoked).toMatchObject({ id: key.id, revoked: expect.any(String) });
    expect(await issue(id, idempotency)).toMatchObject({ status: 201, payload: { key: revoked, secret: null } });
    expect(await keysOf(id)).toEqual([revoked]);
  });

  test('issues one key and shows its secret once for fifty identical concurrent requests', async () => {
    const { id } = await aTenant();
    const idempotency = uniqueName('key');
    const answers = await Promise.all(Array.from({ length: 50 }, () => issue(id, idempotency)));
    expect(new Set(answers.map(({ payload }) => payload.key.id)).size).toBe(1);
    expect(answers.filter(({ payload }) => payload.secret !== null)).toHaveLength(1);
    expect(await keysOf(id)).toHaveLength(1);
  });

  test('treats a missing body like `{}` and ignores a trailing slash', async () => {
    const { id } = await aTenant();
    const idempotency = uniqueName('key');
    const { key } = (await issue(id, idempotency)).payload;
    expect(await issue(id, idempotency, {}, '/v1/platform/tenant/{id}/key')).toMatchObject({ payload: { key, secret: null } });
    expect(await issue(id, idempotency, { label: null })).toMatchObject({ status: 422 });
  });

  test('separates idempotency keys by path and tenant', async () => {
    const [first, second, key, body] = [await aTenant(), await aTenant(), uniqueName('key'), newTenant()];
    await issue(first.id, key);
    expect((await issue(second.id, key)).payload.secret).toMatch(/^sm_live_/);
    expect((await create(body, key)).status).toBe(201);
  });
});

test.each(['', ' ', 'a b', 'x'.repeat(256), 'schlüssel', 'a\tb'])('rejects the Idempotency-Key %j', async (key) => {
  const answer = await create(newTenant(), key);
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'Idempotency-Key' }] } });
});

test.each(['x', '!~{}"', `${uniqueName()}${'x'.repeat(237)}`])('accepts the Idempotency-Key %s', async (key) => {
  expect((await issue((await aTenant()).id, key)).status).toBe(201);
});

test('other operations ignore the header', async () => {
  const { id } = await aTenant();
  for (const [country, key] of Object.entries({ FR: 'same', ES: 'same', IT: 'not valid' })) {
    const options = { as: platform, params: { id }, body: { country }, headers: keyed(key) };
    expect((await call('updateTenant', options)).payload.tenant.country).toBe(country);
  }
});
