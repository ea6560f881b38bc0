import { expect, test } from '@jest/globals';
import {
  commandAuthor,
  countKeyChanges,
  findPlatformKeys,
  issuePlatformKey,
  revokePlatformKey,
} from '../../../lib/key/platformKeys.ts';
import type { PlatformKey } from '../../../lib/key/schema.ts';
import { platform } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { ownTable } from '../../support/ownTable.ts';
import { byLink, walk } from '../../support/walk.ts';

// Other tests issue platform keys too.
await ownTable();

const principal = 'arn:aws:iam::1:user/ada';
const author = commandAuthor('revokePlatformKey', principal);
const issue = (label: string | null, now = new Date()) => issuePlatformKey({ label, expires: null }, principal, now);
const revoke = (key_id: string) => call('revokePlatformKey', { as: platform, params: { key_id } });

test('lists platform keys by label, in pages, without a secret', async () => {
  const [older, newer, first] = [await issue('team b'), await issue('team b'), await issue('team a ☕')];
  const unlabelled = [await issue(null), await issue(null)].map(({ key }) => key.id);
  const found = (await walk('getPlatformKeys', { as: platform })) as PlatformKey[];
  const mine = found.filter((key) => key.label?.startsWith('team')).map(({ id }) => id);
  expect(mine).toEqual([first.key.id, newer.key.id, older.key.id]);
  expect(found.slice(-2).map(({ id }) => id)).toEqual(unlabelled.toReversed());
  const { id, created } = first.key;
  const unused = { expires: null, last_used: null, revoked: null };
  expect(found).toContainEqual({ id, label: 'team a ☕', created, last_four: first.secret.slice(-4), ...unused });
  for (const limit of ['1', '2', '3']) {
    expect(await walk('getPlatformKeys', { as: platform, query: { limit } }, byLink)).toEqual(found);
  }
});

test('a platform key is revoked by its ID, once', async () => {
  const { key, secret } = await issue('lost');
  expect(await revoke(key.id)).toMatchObject({ status: 200, payload: { key: { id: key.id, revoked: expect.any(String) } } });
  expect((await call('testKey', { as: secret })).status).toBe(401);
  expect(await revoke(key.id)).toMatchObject({ status: 404, code: 'not_found' });
});

test.each(['key_0123456789abcdefghjkmnpqrs', 'nonsense', ''])('revoking the unknown key %j creates nothing', async (id) => {
  await expect(revokePlatformKey(id, author, new Date())).rejects.toMatchObject({ code: 'not_found' });
  expect((await findPlatformKeys()).map((key) => key.id)).not.toContain(id);
});

test('counts platform keys that a command issued or the interface revoked in the last ten minutes', async () => {
  const start = new Date();
  const before = await countKeyChanges(start);
  const { key } = await issue('leaked', start);
  expect(await countKeyChanges(start)).toBe(before + 1);
  await revoke(key.id);
  expect(await countKeyChanges(new Date())).toBe(before + 2);
  expect(await countKeyChanges(new Date(start.getTime() + 599_000))).toBeGreaterThanOrEqual(2);
  expect(await countKeyChanges(new Date(Date.now() + 600_000))).toBe(0);
});

test('a key of less than a day leaves the list 30 days after it expired', async () => {
  const [day, minute] = [24 * 3600_000, 60_000];
  const issued = new Date(Date.now() - 30 * day - 10 * minute);
  const issueFor = async (life: number) => {
    const expires = new Date(issued.getTime() + life).toISOString();
    return (await issuePlatformKey({ label: 'short', expires }, principal, issued)).key.id;
  };
  const [left, listed, long] = [await issueFor(9 * minute), await issueFor(11 * minute), await issueFor(day)];
  const found = (await walk('getPlatformKeys', { as: platform })).map(({ id }) => id);
  expect([left, listed, long].map((id) => found.includes(id))).toEqual([false, true, true]);
  const stored = new Map((await findPlatformKeys()).map((key) => [key.id, key.expires_at]));
  expect(stored.get(left)).toBe(Math.floor((issued.getTime() + 9 * minute + 30 * day) / 1000));
  expect(stored.get(long)).toBeUndefined();
});
