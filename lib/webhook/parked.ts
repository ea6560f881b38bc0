import { checkAction, type Item, updateAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { due, queryPage } from '../db/query.ts';
import { find } from '../db/read.ts';
import { commit, setIf } from '../db/write.ts';
import { ConditionFailed, WriteConflict } from '../db/writeErrors.ts';
import { isResting, sameEra } from './breaker.ts';
import { dueAt, lookAt, notDue, parkedShard } from './due.ts';
import { enqueue, enqueueAll } from './queue.ts';
import { maxWaitMs } from './schedule.ts';
import { type DeliveryItem, type WebhookItem, webhookKey } from './webhookItem.ts';

const name = 'confirm-order';
/** Well within the time that the function has. */
const maxRunMs = 20_000;
/** The index may lag, so a look that found nothing is repeated after this long. */
const secondLookMs = 60_000;
const releasesAtOnce = 25;

/** What a waiting delivery counts its 75 hours from. */
export const waitsSince = ({ restarted, created }: Pick<DeliveryItem, 'restarted' | 'created'>) => restarted ?? created;

/**
 * Takes a delivery out of the way until its webhook can be called again. If the webhook changed in the meantime,
 * the delivery stays due instead, so that whoever looks for parked deliveries never misses one.
 */
export async function park(tenant: TenantId, sk: string, delivery: DeliveryItem, webhook: WebhookItem): Promise<void> {
  const values = { state: 'waiting', due_shard: parkedShard(tenant), due: waitsSince(delivery) };
  const asLoaded = { expression: '#due = :seen', values: { ':seen': delivery.due } };
  try {
    await commit({
      delivery: updateAction(tenant, sk, values, asLoaded),
      webhook: checkAction(tenant, webhookKey(name), sameEra(webhook)),
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed || error instanceof WriteConflict)) throw error;
    await enqueue(tenant, sk, 1);
  }
}

/**
 * Looks at the parked deliveries of a webhook whose look is due. Right after a rest, one delivery is released to probe
 * the receiver; once it is healthy, all of them are. Ends when two looks a minute apart find nothing.
 */
export async function releaseParked(tenant: TenantId, sk: string): Promise<void> {
  const now = new Date();
  const webhook = await find<WebhookItem>(tenant, sk);
  if (!webhook?.due || webhook.due > now.toISOString()) return;
  const next = async (values: Item) =>
    setIf(tenant, sk, values, { expression: '#due = :seen', values: { ':seen': webhook.due } });
  if (!webhook.url || webhook.paused) return void (await next(notDue));
  if (isResting(webhook, now)) return void (await next(lookAt(tenant, new Date(webhook.rest_until as string))));
  const { found, isComplete } = await release(tenant, now, webhook.rest_until ? 1 : Number.POSITIVE_INFINITY);
  if (!isComplete) {
    await next(lookAt(tenant, now));
    await enqueue(tenant, sk);
  } else if (found === 0 && webhook.looked) {
    await next(notDue);
  } else {
    await next({ ...lookAt(tenant, new Date(now.getTime() + secondLookMs)), looked: found === 0 });
  }
}

type Parked = { sk: string; due: string };

/** Makes parked deliveries due, oldest first, and fails those that have waited too long. */
async function release(tenant: TenantId, now: Date, limit: number) {
  const source = due(parkedShard(tenant), '~');
  const end = performance.now() + maxRunMs;
  let found = 0;
  let after: string | undefined;
  do {
    if (performance.now() > end) return { found, isComplete: false };
    const { items, last } = await queryPage(source, after, Math.min(limit - found + 10, 250));
    for (let i = 0; i < items.length && found < limit; i += releasesAtOnce) {
      const batch = items.slice(i, i + Math.min(releasesAtOnce, limit - found));
      const released = await Promise.all(batch.map((item) => releaseOne(tenant, item, now)));
      found += batch.length;
      await enqueueAll(batch.filter((_, i) => released[i]).map(({ sk }) => ({ tenant, sk })));
    }
    after = last;
  } while (after !== undefined && found < limit);
  return { found, isComplete: true };
}

function releaseOne(tenant: TenantId, { sk, due }: Parked, now: Date): Promise<boolean> {
  const isTooOld = now.getTime() - Date.parse(due) >= maxWaitMs;
  const values = isTooOld ? { state: 'failed', ...notDue } : { state: 'pending', ...dueAt(sk, now) };
  return setIf(tenant, sk, values, { expression: 'due_shard = :parked', values: { ':parked': parkedShard(tenant) } });
}
