import { expect, test } from '@jest/globals';
import { issuePlatformKey } from '../../../lib/key/platformKeys.ts';
import type { PlatformKey } from '../../../lib/key/schema.ts';
import { platform, uniqueName } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { byLink, walk } from '../../support/walk.ts';

const issue = (label: string | null) => issuePlatformKey({ label, expires: null }, 'test', new Date());

test('lists platform keys by label, in pages, without a secret', async () => {
  const label = uniqueName('team');
  const older = await issue(`${label} b`);
  const newer = await issue(`${label} b`);
  const first = await issue(`${label} a ☕`);
  const unlabelled = await issue(null);
  const found = (await walk('getPlatformKeys', { as: platform })) as PlatformKey[];
  const mine = found.filter((key) => key.label?.startsWith(label)).map(({ id }) => id);
  expect(mine).toEqual([first.key.id, newer.key.id, older.key.id]);
  expect(found.findIndex(({ id }) => id === unlabelled.key.id)).toBeGreaterThan(
    found.findLastIndex((key) => key.label !== null),
  );
  expect(found.find(({ id }) => id === first.key.id)).toEqual({
    id: first.key.id,
    label: `${label} a ☕`,
    created: first.key.created,
    expires: null,
    last_four: first.secret.slice(-4),
    last_used: null,
    revoked: null,
  });
  const paged = (await walk('getPlatformKeys', { as: platform, query: { limit: '300' } }, byLink)) as PlatformKey[];
  expect(paged.map(({ id }) => id)).toEqual(expect.arrayContaining(found.map(({ id }) => id)));
  expect(new Set(paged.map(({ id }) => id)).size).toBe(paged.length);
});

test('the next page of platform keys continues after the last key', async () => {
  await issue(uniqueName());
  const page = async (query: object) =>
    (await call('getPlatformKeys', { as: platform, query: { limit: '1', ...query } })).payload;
  const first = await page({});
  const second = await page({ cursor: first.next_cursor });
  expect([first.keys.length, second.keys.length]).toEqual([1, 1]);
  expect(second.keys[0].id).not.toBe(first.keys[0].id);
});

test('a platform key is revoked by its ID, once', async () => {
  const { key, secret } = await issue(uniqueName('lost'));
  const revoke = (as: string) => call('revokePlatformKey', { as, params: { key_id: key.id } });
  expect(await revoke(platform)).toMatchObject({ status: 200, payload: { key: { id: key.id, revoked: expect.any(String) } } });
  expect((await call('testKey', { as: secret })).status).toBe(401);
  expect(await revoke(platform)).toMatchObject({ status: 404, code: 'not_found' });
});
