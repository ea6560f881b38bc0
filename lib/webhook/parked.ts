import { type Action, checkAction, exists, type Item, updateAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { due, pagesOf } from '../db/query.ts';
import { findEach } from '../db/read.ts';
import { setIf, tryCommit } from '../db/write.ts';
import { ConditionFailed, WriteConflict } from '../db/writeErrors.ts';
import type { TenantItem } from '../tenant/tenantItem.ts';
import { isBackingOff, unchangedSince } from './breaker.ts';
import { checkAt, dueAt, notDue, parkedShard } from './due.ts';
import type { FollowerName } from './inputs.ts';
import { enqueue, enqueueAll } from './queue.ts';
import { maxWaitMs } from './schedule.ts';
import { type DeliveryItem, isCallable, type WebhookItem, webhookKey } from './webhookItem.ts';

const name = 'confirm-order';
/** Well below the function's timeout. */
const maxRunMs = 20_000;
/** The index may lag, so a check that found nothing is repeated after this time. */
const recheckMs = 60_000;
const releaseBatchSize = 25;

/** When the 75-hour limit of a waiting delivery starts. */
export const waitingSince = ({ restarted, created }: Pick<DeliveryItem, 'restarted' | 'created'>) => restarted ?? created;

/** Oldest first. After a failed probe, a delivery moves behind all others, so that no event is the probe every time. */
const positionOf = ({ probed, ...delivery }: DeliveryItem) =>
  probed ? new Date(Date.parse(probed) + maxWaitMs).toISOString() : waitingSince(delivery);

/**
 * Parks a delivery until its webhook can be called again. If the webhook changed in the meantime, the delivery stays due,
 * so that no release misses it.
 */
export async function park(tenant: TenantId, sk: string, delivery: DeliveryItem, webhook: WebhookItem): Promise<void> {
  const values = { state: 'waiting', due_shard: parkedShard(tenant), due: positionOf(delivery) };
  const asLoaded = { expression: '#due = :seen', values: { ':seen': delivery.due } };
  try {
    await tryCommit({
      delivery: updateAction(tenant, sk, values, asLoaded),
      webhook: checkAction(tenant, webhookKey(name), unchangedSince(webhook)),
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed || error instanceof WriteConflict)) throw error;
    await enqueue(tenant, sk, 1);
  }
}

/** Writes after which parked deliveries and rejected orders are sent soon. Committed with the end of a suspension. */
export async function resumeActions(tenant: TenantId, now: Date): Promise<Action[]> {
  const [webhook, account] = await findEach<[WebhookItem, TenantItem]>(tenant, webhookKey(name), 'TENANT');
  const { followers = [] } = account as TenantItem;
  // What a receiver could not get meanwhile does not count against it.
  const woken = { woken: now.toISOString(), failing_since: undefined };
  return [
    ...(webhook ? [updateAction(tenant, webhookKey(name), checkAt(tenant, now))] : []),
    ...followers.map((follower) => updateAction(tenant, webhookKey(follower as FollowerName), woken, exists)),
  ];
}

/**
 * Releases the parked deliveries of a webhook. After a back-off it first releases one, as a probe. It stops after two checks
 * a minute apart find none.
 */
export async function releaseParked(tenant: TenantId, sk: string): Promise<void> {
  const now = new Date();
  const [webhook, account] = await findEach<[WebhookItem, TenantItem]>(tenant, sk, 'TENANT');
  if (!webhook?.due || webhook.due > now.toISOString()) return;
  const next = async (values: Item) =>
    setIf(tenant, sk, values, { expression: '#due = :seen', values: { ':seen': webhook.due } });
  if (!isCallable(webhook, account)) return void (await next(notDue));
  if (isBackingOff(webhook, now)) return void (await next(checkAt(tenant, new Date(webhook.back_off_until as string))));
  const { found, isComplete } = await release(tenant, now, webhook.back_off_until ? 1 : Number.POSITIVE_INFINITY);
  if (!isComplete) {
    await next(checkAt(tenant, now));
    await enqueue(tenant, sk);
  } else if (found === 0 && webhook.found_none) {
    await next(notDue);
  } else {
    await next({ ...checkAt(tenant, new Date(now.getTime() + recheckMs)), found_none: found === 0 });
  }
}

type Parked = { sk: string };

/** Makes up to `limit` parked deliveries due, oldest first, and fails those that have waited too long. */
async function release(tenant: TenantId, now: Date, limit: number) {
  const end = performance.now() + maxRunMs;
  let [found, left] = [0, limit];
  for await (const { items, last } of pagesOf(due(parkedShard(tenant), '~'), Math.min(limit + 10, 250))) {
    found += items.length;
    left -= await releaseUpTo(left, tenant, items, now);
    if (left <= 0) break;
    if (last !== undefined && performance.now() > end) return { found, isComplete: false };
  }
  return { found, isComplete: true };
}

/** Releases up to `limit` of these deliveries, in batches. Returns how many are due now. */
async function releaseUpTo(limit: number, tenant: TenantId, parked: readonly Parked[], now: Date): Promise<number> {
  let released = 0;
  for (let i = 0; i < parked.length && released < limit; ) {
    const batch = parked.slice(i, i + Math.min(releaseBatchSize, limit - released));
    released += await releaseBatch(tenant, batch, now);
    i += batch.length;
  }
  return released;
}

async function releaseBatch(tenant: TenantId, batch: readonly Parked[], now: Date): Promise<number> {
  const isReleased = await Promise.all(batch.map((item) => releaseOne(tenant, item, now)));
  const messages = batch.filter((_, i) => isReleased[i]).map(({ sk }) => ({ tenant, sk }));
  await enqueueAll(messages);
  return messages.length;
}

/** Returns true if the delivery is due now. Its position does not show its age, because a failed probe moved it. */
async function releaseOne(tenant: TenantId, { sk }: Parked, now: Date): Promise<boolean> {
  const isRecent = '(restarted > :earliest OR (attribute_not_exists(restarted) AND created > :earliest))';
  const ifParked = (and: string) => ({
    expression: `due_shard = :parked AND ${and}`,
    values: { ':parked': parkedShard(tenant), ':earliest': new Date(now.getTime() - maxWaitMs).toISOString() },
  });
  if (await setIf(tenant, sk, { state: 'pending', ...dueAt(sk, now) }, ifParked(isRecent))) return true;
  await setIf(tenant, sk, { state: 'failed', ...notDue }, ifParked(`NOT ${isRecent}`));
  return false;
}
