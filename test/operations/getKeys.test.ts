import { expect, test } from '@jest/globals';
import type { Key } from '../../lib/key/schema.ts';
import { aTenant, platform } from '../support/actors.ts';
import { issue, keysOf, revoke } from '../support/keys.ts';
import { byLink, walk } from '../support/walk.ts';

test('lists keys newest first, in pages, with the time at which one was revoked', async () => {
  const { id } = await aTenant();
  const issued: Key[] = [];
  for (let i = 0; i < 7; i++) issued.push((await issue(id, { label: `key ${i}` })).payload.key);
  issued[2] = (await revoke(id, (issued[2] as Key).id)).payload.key;
  expect(issued[2]?.revoked).toMatch(/^\d{4}-.+Z$/);
  const kept = issued.toReversed();
  expect(await keysOf(id)).toEqual(kept);
  expect(await keysOf(id, '2')).toEqual(kept);
  expect(await walk('getKeys', { as: platform, params: { id }, query: { limit: '1' } }, byLink)).toEqual(kept);
});
