import type { TenantId } from '../db/key.ts';
import { due, queryPage } from '../db/query.ts';
import { dueShards } from './due.ts';
import { enqueueAll } from './queue.ts';

type Due = { pk: string; sk: string; due: string };

/** Enough for a million due deliveries: 64 shards, and about 7,000 keys in a page of 1 MB. */
const maxPages = 10;
/** Per tenant and shard. A backlog is worked off over several sweeps. */
const maxPerTenant = 200;

/** How many items are due, and for how many seconds the oldest one has been. */
type Swept = { due: number; overdue: number };

/**
 * Enqueues whatever is due: lost messages, and due times that were too far away for a message. Reports what it found
 * before that, because enqueuing a large backlog may take longer than the function has.
 */
export async function sweep(now: Date, report: (swept: Swept) => void = () => {}): Promise<void> {
  const looks = await Promise.allSettled(dueShards.map((shard) => lookInto(shard, now)));
  const found = looks.flatMap((look) => (look.status === 'fulfilled' ? [look.value] : []));
  const oldest = found.flatMap((shard) => shard.oldest ?? []).sort()[0] ?? now.toISOString();
  const count = found.reduce((sum, shard) => sum + shard.count, 0);
  report({ due: count, overdue: (now.getTime() - Date.parse(oldest)) / 1000 });
  await Promise.all(found.map(({ items }) => enqueueAll(items)));
  // A shard that could not be read has held up none of the others.
  for (const look of looks) if (look.status === 'rejected') throw look.reason;
}

async function lookInto(shard: string, now: Date) {
  const source = due(shard, now.toISOString());
  const perTenant = new Map<string, Due[]>();
  let count = 0;
  let oldest: string | undefined;
  let after: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const { items, last } = await queryPage(source, after, Number.POSITIVE_INFINITY);
    count += items.length;
    oldest ??= items[0]?.due;
    for (const item of items) {
      const own = perTenant.get(item.pk) ?? [];
      if (own.length < maxPerTenant) own.push(item);
      perTenant.set(item.pk, own);
    }
    after = last;
    if (after === undefined) break;
  }
  return { count, oldest, items: [...inTurns([...perTenant.values()])] };
}

/** One item of each tenant in turn, so that nobody waits behind another tenant's backlog. */
function* inTurns(tenants: Due[][]) {
  for (let turn = 0; tenants.some((items) => items.length > turn); turn++) {
    for (const items of tenants) {
      const item = items[turn];
      if (item) yield { tenant: item.pk.slice(2) as TenantId, sk: item.sk };
    }
  }
}
