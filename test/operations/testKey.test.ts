import { beforeAll, expect, test } from '@jest/globals';
import { hint } from '../../lib/api/errors.ts';
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

const forgedKey = () => makeToken(store.tenant.id as `ten_${string}`, `key_${store.key.slice(34, 60)}`, 'guessed');
const otherTenantsKey = () => `sm_live_${'0'.repeat(26)}${store.key.slice(34)}`;

test.each([
  ['no key', () => undefined],
  ['a forged key with the right ids', forgedKey],
  ['a key in capitals', () => store.key.toUpperCase()],
  ['a key with an extra character', () => `${store.key}0`],
  ['a key with the id of another tenant', async () => otherTenantsKey()],
  ['a platform key', () => platform],
  ['a revoked key', aRevokedKey],
  ['an expired key', anExpiredKey],
])('rejects %s with `unauthorized` and the one hint', async (_, key) => {
  const { status, body, headers } = await call('getOwnTenant', { as: await key() });
  expect(status).toBe(401);
  const request_id = headers['x-request-id'];
  expect(body).toEqual({ result: 'error', description: 'unauthorized', code: 'unauthorized', request_id, hint });
});

test('a request without a key learns nothing about the body, the query or the resource', async () => {
  const params = { id: 'nothing' };
  expect(await call('updateTenant', { params, body: '{"broken', query: { no: '1' } })).toMatchObject({ status: 401 });
  expect(await call('updateTenant', { params, body: 'x'.repeat(300_000) })).toMatchObject({ status: 401 });
});
