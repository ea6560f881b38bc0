import { beforeAll, expect, test } from '@jest/globals';
import type { Key } from '../../lib/key/schema.ts';
import { aStore, aTenant, platform, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { issue, keysOf, revoke } from '../support/keys.ts';
import { byLink, walk } from '../support/walk.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

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

test('rejects the cursor of another tenant’s keys', async () => {
  const other = await aStore();
  await issue(store.tenant.id);
  await issue(store.tenant.id);
  const { payload } = await call('getKeys', { as: platform, params: { id: store.tenant.id }, query: { limit: '1' } });
  const query = { cursor: payload.next_cursor };
  expect(await call('getKeys', { as: platform, params: { id: other.tenant.id }, query })).toMatchObject({ status: 400 });
});
