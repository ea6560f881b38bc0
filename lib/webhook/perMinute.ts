import { rateLimited } from '../api/errors.ts';
import type { TenantId } from '../db/key.ts';
import { find } from '../db/read.ts';
import { setIf } from '../db/write.ts';
import { timeId, timeOf } from '../values/id.ts';
import type { WebhookName } from './inputs.ts';
import { maxPerMinute } from './limits.ts';
import { type RecentItem, recentKey } from './webhookItem.ts';

const windowMs = 60_000;

const actions = {
  tests: 'A webhook can be tested',
  redeliveries: 'The events of a webhook can be redelivered in bulk',
  replays: '`from` of a webhook can be set',
};

/** Counts a test, bulk redelivery or `from` of a webhook. Throws if there were ten in the last minute. */
export async function countPerMinute(
  tenant: TenantId,
  name: WebhookName,
  kind: keyof typeof actions,
  now: Date,
): Promise<void> {
  const own = timeId(now);
  // A write fails if another request was counted meanwhile, so at most ten fail in a row.
  for (;;) {
    const counted = (await find<RecentItem>(tenant, recentKey(name)))?.[kind];
    // The write succeeded, but its response was lost.
    if (counted?.includes(own)) return;
    const recent = (counted ?? []).filter((id) => now.getTime() - timeOf(id).getTime() < windowMs);
    if (recent.length >= maxPerMinute) {
      const seconds = Math.ceil((timeOf(recent[0] as string).getTime() + windowMs - now.getTime()) / 1000);
      throw rateLimited(`${actions[kind]} at most ${maxPerMinute} times a minute.`, seconds);
    }
    const asSeen = counted
      ? { expression: `${kind} = :counted`, values: { ':counted': counted } }
      : { expression: `attribute_not_exists(${kind})` };
    const expires_at = Math.ceil((now.getTime() + windowMs) / 1000);
    if (await setIf(tenant, recentKey(name), { [kind]: [...recent, own], expires_at }, asSeen)) return;
  }
}
