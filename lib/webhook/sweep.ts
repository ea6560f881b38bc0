import type { TenantId } from '../db/key.ts';
import { due, queryPage } from '../db/query.ts';
import { enqueue } from './queue.ts';

type Due = { pk: string; sk: string; due: string };

const shards = [0, 1, 2, 3, 4, 5, 6, 7];
const mostPages = 10;
const mostEach = 1000;

/** How much is due, and for how many seconds the longest due has been waiting. */
type Swept = { due: number; overdue: number };

/**
 * Rings for whatever is due: what nobody rang for, and what was too far off to ring for. What was found is told before that,
 * since of much there may be more than it has time to ring for.
 */
export async function sweep(now: Date, report: (swept: Swept) => void = () => {}): Promise<void> {
  const looks = await Promise.allSettled(shards.map((shard) => dueIn(shard, now)));
  const found = looks.flatMap((look) => (look.status === 'fulfilled' ? [look.value] : []));
  const [longest = now.toISOString()] = found.flatMap(([first]) => first?.due ?? []).sort();
  report({ due: found.flat().length, overdue: (now.getTime() - Date.parse(longest)) / 1000 });
  await Promise.all(found.map(enqueueAll));
  // One that could not be looked at has held up none of the others.
  for (const look of looks) if (look.status === 'rejected') throw look.reason;
}

async function enqueueAll(items: Due[]): Promise<void> {
  for (const { pk, sk } of byTurns(items)) await enqueue(pk.slice(2) as TenantId, sk);
}

async function dueIn(shard: number, now: Date): Promise<Due[]> {
  const source = due(`DUE#${shard}`, now.toISOString());
  const found: Due[] = [];
  let after: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const { items, last } = await queryPage(source, after, Number.POSITIVE_INFINITY);
    found.push(...items);
    after = last;
    if (after === undefined) break;
  }
  return found;
}

/** The tenants take turns: nobody waits behind all that another has due. */
function* byTurns(items: Due[]): Generator<Due> {
  const tenants = [...Map.groupBy(items, ({ pk }) => pk).values()];
  const turns = Math.min(mostEach, Math.max(0, ...tenants.map((mine) => mine.length)));
  for (let turn = 0; turn < turns; turn++) {
    for (const mine of tenants) yield* mine.slice(turn, turn + 1);
  }
}
