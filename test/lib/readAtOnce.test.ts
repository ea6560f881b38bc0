import { expect, test } from '@jest/globals';
import { add, replace } from '../../lib/db/action.ts';
import { commit } from '../../lib/db/commit.ts';
import type { TenantId } from '../../lib/db/key.ts';
import { findSnapshot } from '../../lib/db/readAtOnce.ts';
import { retryOnConflict } from '../../lib/db/retry.ts';
import { timeId } from '../../lib/values/id.ts';

test('items that are only ever written together are read alike, however busy they are', async () => {
  const tenant = `ten_${timeId(new Date())}` as TenantId;
  const sks = ['A', 'B', 'C'];
  const all = (action: (sk: string) => ReturnType<typeof replace>) =>
    retryOnConflict(() => commit(Object.fromEntries(sks.map((sk) => [sk, action(sk)]))));
  await all((sk) => replace(tenant, sk, { count: 0 }));
  let isOver = false;
  const writing = Array.from({ length: 2 }, async () => {
    while (!isOver) await all((sk) => add(tenant, sk, { count: 1 }, { expression: 'attribute_exists(pk)' }));
  });
  for (let read = 0; read < 100; read++) {
    const items = await retryOnConflict(() => findSnapshot<{ count: number }>(tenant, [...sks, 'missing']));
    expect([...items.keys()]).toEqual(sks);
    expect(new Set([...items.values()].map(({ count }) => count)).size).toBe(1);
  }
  isOver = true;
  await Promise.all(writing);
});
