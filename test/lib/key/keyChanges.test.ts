import { expect, test } from '@jest/globals';
import { countKeyChanges } from '../../../lib/key/keyChanges.ts';
import { issuePlatformKey } from '../../../lib/key/platformKeys.ts';
import { platform } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { ownTable } from '../../support/ownTable.ts';

await ownTable();

test('counts platform keys that a command issued or the interface revoked in the last ten minutes', async () => {
  const start = new Date();
  const before = await countKeyChanges(start);
  const { key } = await issuePlatformKey({ label: 'leaked', expires: null }, 'arn:aws:iam::1:user/eve', start);
  expect(await countKeyChanges(start)).toBe(before + 1);
  await call('revokePlatformKey', { as: platform, params: { key_id: key.id } });
  expect(await countKeyChanges(new Date())).toBe(before + 2);
  expect(await countKeyChanges(new Date(Date.now() + 600_000))).toBe(0);
});
