import { expect, test } from '@jest/globals';
import type { Key } from '../../lib/key/schema.ts';
import { aTenant } from '../support/actors.ts';
import { issue, keysOf, revoke } from '../support/keys.ts';

test('lists keys newest first, with the time at which one was revoked', async () => {
  const { id } = await aTenant();
  const issued: Key[] = [];
  for (let i = 0; i < 3; i++) issued.push((await issue(id, { label: `key ${i}` })).payload.key);
  issued[1] = (await revoke(id, (issued[1] as Key).id)).payload.key;
  expect(issued[1]?.revoked).toMatch(/^\d{4}-.+Z$/);
  expect(await keysOf(id)).toEqual(issued.toReversed());
});
