import { expect, test } from '@jest/globals';
import { addAction, putAction } from '../../../lib/db/action.ts';
import type { TenantId } from '../../../lib/db/key.ts';
import { findSnapshot } from '../../../lib/db/read.ts';
import { retryOnConflict } from '../../../lib/db/retry.ts';
import { commit } from '../../../lib/db/write.ts';
import { timeId } from '../../../lib/values/id.ts';

test('a snapshot read sees concurrently written items in the same state', async () => {
  const tenant = `ten_${timeId(new Date())}` as TenantId;
  const sks = ['A', 'B', 'C'];
  const all = (action: (sk: string) => ReturnType<typeof putAction>) =>
    retryOnConflict(() => commit(Object.fromEntries(sks.map((sk) => [sk, action(sk)]))));
  await all((sk) => putAction(tenant, sk, { count: 0 }));
  let isDone = false;
  const writers = Array.from({ length: 2 }, async () => {
    while (!isDone) await all((sk) => addAction(tenant, sk, { count: 1 }, { expression: 'attribute_exists(pk)' }));
  });
  for (let read = 0; read < 30; read++) {
    const items = await retryOnConflict(() => findSnapshot<{ count: number }>(tenant, [...sks, 'missing']));
    expect([...items.keys()]).toEqual(sks);
    expect(new Set([...items.values()].map(({ count }) => count)).size).toBe(1);
  }
  isDone = true;
  await Promise.all(writers);
});
