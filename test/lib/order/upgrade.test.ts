import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { createAction } from '../../../lib/db/action.ts';
import type { TenantId } from '../../../lib/db/key.ts';
import { commit } from '../../../lib/db/write.ts';
import { upgradeOrders } from '../../../lib/order/data.ts';
import { aStore } from '../../support/actors.ts';
import { itemsOf } from '../../support/database.ts';

const { sk, ...stored } = JSON.parse(readFileSync(new URL('./stored/1.json', import.meta.url), 'utf8'));

/** A store with one order of an older version, with a note of this many characters. */
async function anOlderOrder(noteLength: number) {
  const store = await aStore();
  const id = store.tenant.id as TenantId;
  const json = stored.json.replace('"Ring twice."', JSON.stringify('x'.repeat(noteLength)));
  await commit({ order: createAction(id, sk, { ...stored, json }) });
  const size = async () => {
    const [item] = await itemsOf(store, 'ORDER#');
    return Buffer.byteLength(item?.json as string) + Buffer.byteLength(item?.internal as string);
  };
  return { upgrade: () => upgradeOrders(id), size };
}

test('an upgrade may take an order past its usual limit, up to 390 KB', async () => {
  const small = await anOlderOrder(0);
  expect(await small.upgrade()).toBe(1);
  const room = 390 * 1024 - (await small.size());
  const largest = await anOlderOrder(room);
  expect(await largest.upgrade()).toBe(1);
  expect(await largest.size()).toBe(390 * 1024);
  expect(await largest.upgrade()).toBe(0);
  await expect((await anOlderOrder(room + 1)).upgrade()).rejects.toMatchObject({ code: 'order_full' });
});
