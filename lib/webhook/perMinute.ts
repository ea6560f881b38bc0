import { rateLimited } from '../api/errors.ts';
import type { TenantId } from '../db/key.ts';
import { setIf } from '../db/write.ts';
import type { WebhookName } from './inputs.ts';
import { type WebhookItem, webhookKey } from './webhookItem.ts';

const maxCount = 10;
const windowMs = 60_000;

const actions = { tests: 'tested', redeliveries: 'redelivered in bulk' };

/** Counts tests or bulk redeliveries of a webhook in windows of a minute, each starting with its first request. */
export async function countPerMinute(
  tenant: TenantId,
  name: WebhookName,
  webhook: WebhookItem,
  kind: keyof typeof actions,
  now: Date,
) {
  const { [kind]: counted = 0, [`${kind}_since` as const]: since = '' } = webhook;
  const isOver = !(now.getTime() - Date.parse(since) < windowMs);
  const next = isOver ? { since: now.toISOString(), count: 1 } : { since, count: counted + 1 };
  if (next.count > maxCount) {
    const seconds = Math.ceil((Date.parse(since) + windowMs - now.getTime()) / 1000);
    throw rateLimited(`A webhook can be ${actions[kind]} at most ${maxCount} times a minute.`, seconds);
  }
  const asSeen = since
    ? { expression: `${kind}_since = :since AND ${kind} = :counted`, values: { ':since': since, ':counted': counted } }
    : { expression: `attribute_exists(pk) AND attribute_not_exists(${kind}_since)` };
  if (!(await setIf(tenant, webhookKey(name), { [`${kind}_since`]: next.since, [kind]: next.count }, asSeen))) {
    throw rateLimited(`This webhook is being ${actions[kind]} by another request.`, 1);
  }
}
