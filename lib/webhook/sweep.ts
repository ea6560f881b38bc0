import { tenantIn } from '../db/key.ts';
import { due, pagesOf } from '../db/query.ts';
import { inTurns } from '../values/inTurns.ts';
import { dueShards, followedShards } from './due.ts';
import { enqueueAll } from './queue.ts';

type Due = { pk: string; sk: string; due: string };

/** 10 pages × 64 shards × about 7,000 keys is over 4 million due items. */
const maxPages = 10;
/** Parsing a page takes several megabytes, and the function has only 512. */
const shardsAtOnce = 8;
const keysPerPage = 1000;
/** Per tenant and shard. A larger backlog takes several sweeps. */
const maxPerTenant = 20;

/** How many items are due, and how overdue the oldest is, in seconds. */
type Backlog = { due: number; overdue: number };

/**
 * Enqueues due items, up to a limit per tenant: those whose message was lost, and those that were due too far in the future for
 * a delayed message. Reports the backlog first, because enqueuing a large one may take longer than the function's timeout.
 */
export async function sweep(now: Date, report: (backlog: Backlog) => void = () => {}): Promise<void> {
  const results = await readShards(now);
  const found = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const oldest = found.map((shard) => shard.oldest).sort()[0] ?? now.toISOString();
  const count = found.reduce((sum, shard) => sum + shard.count, 0);
  // An unread shard may have the oldest item. Without a report, the alarm goes off too.
  if (found.length === results.length) report({ due: count, overdue: (now.getTime() - Date.parse(oldest)) / 1000 });
  await Promise.all(found.map(({ items }) => enqueueAll(items)));
  // Throw only now, so that one failed shard does not stop the others.
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Starts every follower, since a message may have been lost. */
export async function sweepFollowers(now: Date): Promise<void> {
  const sweepShard = async (shard: string) => {
    for await (const { items } of pagesOf(due(shard, now.toISOString()), keysPerPage))
      await enqueueAll(items.map(({ pk, sk }) => ({ tenant: tenantIn(pk), sk })));
  };
  await Promise.all(followedShards.map(sweepShard));
}

async function readShards(now: Date) {
  const results: PromiseSettledResult<Awaited<ReturnType<typeof readShard>>>[] = [];
  const read = async (shard: string) => results.push(...(await Promise.allSettled([readShard(shard, now)])));
  await inTurns(dueShards, read, shardsAtOnce);
  return results;
}

async function readShard(shard: string, now: Date) {
  const perTenant = new Map<string, Due[]>();
  let [count, pages] = [0, 0];
  let oldest: string | undefined;
  for await (const { items } of pagesOf(due(shard, now.toISOString()))) {
    count += items.length;
    oldest ??= items[0]?.due;
    for (const item of items) {
      const own = perTenant.get(item.pk) ?? [];
      if (own.length < maxPerTenant) own.push(item);
      perTenant.set(item.pk, own);
    }
    pages += 1;
    if (pages === maxPages) break;
  }
  return { count, oldest, items: [...roundRobin([...perTenant.values()])] };
}

/** One item of each tenant in turn, so that no tenant waits behind another's backlog. */
function* roundRobin(tenants: Due[][]) {
  for (let turn = 0; tenants.some((items) => items.length > turn); turn++) {
    for (const items of tenants) {
      const item = items[turn];
      if (item) yield { tenant: tenantIn(item.pk), sk: item.sk };
    }
  }
}
