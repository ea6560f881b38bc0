import { beforeEach, describe, expect, test } from '@jest/globals';
import { putAction } from '../../../lib/db/action.ts';
import { find } from '../../../lib/db/read.ts';
import { put } from '../../../lib/db/write.ts';
import { type KeySecret, keepSecrets, newSecret, secretsItem } from '../../../lib/key/checksumSecrets.ts';
import { changeSecrets, commandAuthor } from '../../../lib/key/platformKeys.ts';
import { isMadeWith, makeToken } from '../../../lib/key/token.ts';
import { aManagementKey, aPlatformKey, aStore, type Store } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { itemsIn, metered } from '../../support/database.ts';
import { failsBefore } from '../../support/faultKinds.ts';
import { withFaults } from '../../support/injectFault.ts';
import { ownTable } from '../../support/ownTable.ts';

// Replaces the secrets of the whole deployment.
await ownTable();

const clocks = fakeClocks();
let store: Store;

const stored = async () => ((await find(...secretsItem)) as { secrets: KeySecret[] }).secrets;
const original = await stored();
const putSecrets = (item: { secrets?: KeySecret[] }) => put(putAction(...secretsItem, item));

beforeEach(async () => {
  await putSecrets({ secrets: original });
  keepSecrets(undefined);
  store = await aStore();
});

const newest = async () => (await stored()).at(-1) as KeySecret;
const author = commandAuthor('replaceKeySecret', 'test');
const replace = () => changeSecrets(author, new Date(), (secrets) => [...secrets, newSecret(new Date())]);
const dropOld = () => changeSecrets(author, new Date(), (secrets) => secrets.slice(-1));
const use = async (as: string) => (await call('getOwnTenant', { as })).status;

/** A key of the store that only lacks the right checksum. */
const forged = () => makeToken(store.tenant.id as `ten_${string}`, `key_${store.key.slice(34, 60)}`, 'guessed');

test('forged keys cost one read of the secrets in ten seconds, and none of a tenant', async () => {
  clocks.advance(10);
  const { sent } = await metered(async () => {
    for (let i = 0; i < 50; i++) expect(await use(forged())).toBe(401);
  });
  expect(sent).toEqual([{ command: 'BatchGetItem', units: 1, indexUnits: 0 }]);
  clocks.advance(9.999);
  expect((await metered(() => use(forged()))).calls).toBe(0);
  clocks.advance(0.001);
  expect((await metered(() => use(forged()))).calls).toBe(1);
});

test('a forged platform key costs no read of the platform’s keys', async () => {
  const keys = Array.from({ length: 50 }, (_, i) => makeToken('PLATFORM', `key_${String(i).padStart(26, '0')}`, 'guessed'));
  clocks.advance(10);
  const { sent } = await metered(async () => {
    for (const as of keys) expect((await call('testKey', { as })).status).toBe(401);
  });
  expect(sent).toHaveLength(1);
});

test('a key with a genuine checksum but no such item is rejected', async () => {
  const { secret } = await newest();
  expect(await use(makeToken(store.tenant.id as `ten_${string}`, `key_${'0'.repeat(26)}`, secret))).toBe(401);
  expect(await use(makeToken(store.tenant.id as `ten_${string}`, `key_${store.key.slice(34, 60)}`, secret))).toBe(401);
});

describe('a new secret', () => {
  test('makes keys a minute after it was stored, and older keys stay valid', async () => {
    const [before] = (await replace()).slice(-2) as [KeySecret, KeySecret];
    clocks.advance(59.999);
    keepSecrets(undefined);
    const early = await aManagementKey(store.tenant.id);
    expect(isMadeWith(early, before.secret)).toBe(true);
    clocks.advance(0.001);
    const late = await aManagementKey(store.tenant.id);
    expect(isMadeWith(late, (await newest()).secret)).toBe(true);
    expect(isMadeWith(await aPlatformKey(), (await newest()).secret)).toBe(true);
    for (const key of [store.key, early, late]) expect(await use(key)).toBe(200);
  });

  test('is known to an instance that warmed up before, even under forged keys', async () => {
    const old = { secrets: await stored(), read: { wall: Date.now(), ticks: performance.now() } };
    await replace();
    clocks.advance(60);
    const key = await aManagementKey(store.tenant.id);
    keepSecrets(old);
    expect(await use(forged())).toBe(401);
    expect(await use(key)).toBe(200);
  });

  test('is known at once to an instance that warmed up before the first was stored', async () => {
    keepSecrets({ secrets: [], read: { wall: Date.now(), ticks: performance.now() } });
    expect(await use(store.key)).toBe(200);
  });

  test('is found although one of the clocks stood still', async () => {
    for (const [ticks, wall] of [
      [0, 60],
      [60, 0],
    ] as const) {
      const old = { secrets: await stored(), read: { wall: Date.now(), ticks: performance.now() } };
      await replace();
      const { secret } = await newest();
      await putSecrets({ secrets: [...old.secrets, { secret, stored: '2026-01-01T00:00:00.000Z' }] });
      clocks.advance(ticks, wall);
      keepSecrets(undefined);
      const key = await aManagementKey(store.tenant.id);
      expect(isMadeWith(key, secret)).toBe(true);
      keepSecrets(old);
      expect(await use(key)).toBe(200);
    }
  });

  test('remains alone when the old ones are dropped, which ends their keys', async () => {
    await replace();
    clocks.advance(120);
    const key = await aManagementKey(store.tenant.id);
    expect([await use(key), await use(store.key)]).toEqual([200, 200]);
    expect(await dropOld()).toHaveLength(1);
    clocks.advance(5 * 60 + 25);
    expect([await use(key), await use(store.key)]).toEqual([200, 401]);
    const entries = await itemsIn('PLATFORM#AUDIT');
    expect(JSON.stringify(entries)).toContain('replaceKeySecret');
    for (const { secret } of await stored()) expect(JSON.stringify(entries)).not.toContain(secret);
  });
});

describe('an instance without secrets', () => {
  test('answers 503 while they cannot be read, and accepts the key afterwards', async () => {
    keepSecrets(undefined);
    const plan = { command: 'BatchGetItem', lasting: true, fault: failsBefore };
    const { result } = await withFaults([plan], () => call('getOwnTenant', { as: store.key }));
    expect(result).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    expect(await use(store.key)).toBe(200);
  });

  test('accepts the first key right after a forged one', async () => {
    await putSecrets({});
    keepSecrets(undefined);
    expect((await call('testKey', { as: makeToken('PLATFORM', `key_${'0'.repeat(26)}`, 'guessed') })).status).toBe(401);
    const [first, second] = await Promise.all([aPlatformKey(), aPlatformKey()]);
    expect(await stored()).toHaveLength(1);
    for (const as of [first, second]) expect((await call('testKey', { as })).status).toBe(200);
  });
});
