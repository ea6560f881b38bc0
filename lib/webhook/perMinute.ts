import { rateLimited } from '../api/errors.ts';
import type { TenantId } from '../db/key.ts';
import { find } from '../db/read.ts';
import { setIf } from '../db/write.ts';
import { timeId, timeOf } from '../values/id.ts';
import type { WebhookName } from './inputs.ts';
import { type WebhookItem, webhookKey } from './webhookItem.ts';

const maxCount = 10;
const windowMs = 60_000;

const actions = { tests: 'tested', redeliveries: 'redelivered in bulk', replays: 'set back' };

/** Counts a test or bulk redelivery of a webhook. Throws if there were ten in the last minute. */
export async function countPerMinute(
  tenant: TenantId,
  name: WebhookName,
  webhook: WebhookItem,
  kind: keyof typeof actions,
  now: Date,
): Promise<void> {
  const own = timeId(now);
  const field = `recent_${kind}` as const;
  // A write fails if another request was counted meanwhile, so at most ten fail in a row.
  for (let seen: WebhookItem | undefined = webhook; seen; seen = await find<WebhookItem>(tenant, webhookKey(name))) {
    const counted = seen[field];
    // The write succeeded, but its response was lost.
    if (counted?.includes(own)) return;
    const recent = (counted ?? []).filter((id) => now.getTime() - timeOf(id).getTime() < windowMs);
    if (recent.length >= maxCount) {
      const seconds = Math.ceil((timeOf(recent[0] as string).getTime() + windowMs - now.getTime()) / 1000);
      throw rateLimited(`A webhook can be ${actions[kind]} at most ${maxCount} times a minute.`, seconds);
    }
    const asSeen = counted
      ? { expression: `${field} = :counted`, values: { ':counted': counted } }
      : { expression: `attribute_exists(pk) AND attribute_not_exists(${field})` };
    if (await setIf(tenant, webhookKey(name), { [field]: [...recent, own] }, asSeen)) return;
  }
}
