import { expect, test } from '@jest/globals';
import { issuePlatformKey } from '../../../lib/key/platformKeys.ts';
import type { PlatformKey } from '../../../lib/key/schema.ts';
import { platform, uniqueName } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { ownTable } from '../../support/ownTable.ts';
import { byLink, walk } from '../../support/walk.ts';

// Other tests issue platform keys too.
await ownTable();

const issue = (label: string | null) => issuePlatformKey({ label, expires: null }, 'test', new Date());

test('lists platform keys by label, in pages, without a secret', async () => {
  const label = uniqueName('team');
  const older = await issue(`${label} b`);
  const newer = await issue(`${label} b`);
  const first = await issue(`${label} a ☕`);
  const unlabelled = [await issue(null), await issue(null)].map(({ key }) => key.id);
  const found = (await walk('getPlatformKeys', { as: platform })) as PlatformKey[];
  const mine = found.filter((key) => key.label?.startsWith(label)).map(({ id }) => id);
  expect(mine).toEqual([first.key.id, newer.key.id, older.key.id]);
  expect(found.slice(-2).map(({ id }) => id)).toEqual(unlabelled.toReversed());
  expect(found.find(({ id }) => id === first.key.id)).toEqual({
    id: first.key.id,
    label: `${label} a ☕`,
    created: first.key.created,
    expires: null,
    last_four: first.secret.slice(-4),
    last_used: null,
    revoked: null,
  });
  for (const limit of ['1', '2', '3']) {
    expect(await walk('getPlatformKeys', { as: platform, query: { limit } }, byLink)).toEqual(found);
  }
});

test('a platform key is revoked by its ID, once', async () => {
  const { key, secret } = await issue(uniqueName('lost'));
  const revoke = (as: string) => call('revokePlatformKey', { as, params: { key_id: key.id } });
  expect(await revoke(platform)).toMatchObject({ status: 200, payload: { key: { id: key.id, revoked: expect.any(String) } } });
  expect((await call('testKey', { as: secret })).status).toBe(401);
  expect(await revoke(platform)).toMatchObject({ status: 404, code: 'not_found' });
});
