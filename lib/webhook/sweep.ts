import type { TenantId } from '../db/key.ts';
import { due, scan } from '../db/query.ts';
import { ring } from './doorbell.ts';

const shards = [0, 1, 2, 3, 4, 5, 6, 7];
const most = 1000;

/** Rings for whatever is due: what nobody rang for, and what was too far off to ring for. */
export async function sweep(now: Date): Promise<number> {
  const counts = await Promise.all(
    shards.map(async (shard) => {
      const { items } = await scan(due(`DUE#${shard}`, now.toISOString()), undefined, most);
      for (const { pk, sk } of items) await ring(pk.slice(2) as TenantId, sk);
      return items.length;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
