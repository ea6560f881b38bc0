import { beforeAll, expect, test } from '@jest/globals';
import { makeToken } from '../../lib/key/token.ts';
import { aManagementKey, aStore, platform, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { passingTime } from '../support/clocks.ts';

const time = passingTime();
let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

async function aRevokedKey() {
  const { key, secret } = (await call('issueKey', { as: platform, params: { id: store.tenant.id } })).payload;
  await call('revokeKey', { as: platform, params: { id: store.tenant.id, key_id: key.id } });
  return secret;
}

async function anExpiredKey() {
  const secret = await aManagementKey(store.tenant.id, { expires: inSeconds(5) });
  await time.pass(5);
  return secret;
}

test('testKey returns exactly the specified body', async () => {
  const { status, body } = await call('testKey', { as: platform });
  expect({ status, body }).toEqual({ status: 200, body: { result: 'success', payload: {} } });
});

test.each(['X-API-KEY', 'x-api-key', 'X-Api-Key'])('the key header may be written %s', async (name) => {
  expect(await call('testKey', { headers: { [name]: platform } })).toMatchObject({ status: 200 });
});

const unknownKey = () => makeToken(store.tenant.id as `ten_${string}`, `key_${'0'.repeat(26)}`);
const otherSecret = () => makeToken(store.tenant.id as `ten_${string}`, `key_${store.key.slice(34, 60)}`);
const otherTenantsKey = () => `sm_live_${'0'.repeat(26)}${store.key.slice(34)}`;

test.each([
  ['no key', () => undefined],
  ['an unknown key', async () => unknownKey()],
  ['a key with the right id and another secret', otherSecret],
  ['a key in capitals', () => store.key.toUpperCase()],
  ['a key with an extra character', () => `${store.key}0`],
  ['a key with the id of another tenant', async () => otherTenantsKey()],
  ['a platform key', () => platform],
  ['a revoked key', aRevokedKey],
  ['an expired key', anExpiredKey],
])('rejects %s with nothing but `unauthorized`', async (_, key) => {
  const { status, body, headers } = await call('getOwnTenant', { as: await key() });
  expect(status).toBe(401);
  const request_id = headers['x-request-id'];
  expect(body).toEqual({ result: 'error', description: 'unauthorized', code: 'unauthorized', request_id });
});

test('a management key cannot call platform operations', async () => {
  const { status, body } = await call('testKey', { as: store.key });
  expect({ status, body }).toMatchObject({ status: 401, body: { description: 'unauthorized' } });
});

test('a key works until it expires, even if it is cached', async () => {
  const key = await aManagementKey(store.tenant.id, { expires: inSeconds(5) });
  expect(await call('getOwnTenant', { as: key })).toMatchObject({ payload: { tenant: { id: store.tenant.id } } });
  await time.pass(5);
  expect(await call('getOwnTenant', { as: key })).toMatchObject({ status: 401 });
});

test('a request without a key learns nothing about the body, the query or the resource', async () => {
  const params = { id: 'nothing' };
  expect(await call('updateTenant', { params, body: '{"broken', query: { no: '1' } })).toMatchObject({ status: 401 });
  expect(await call('updateTenant', { params, body: 'x'.repeat(300_000) })).toMatchObject({ status: 401 });
});
