import type { TenantId } from '../db/key.ts';
import { change, set, setIf } from '../db/write.ts';
import { timeId } from '../values/id.ts';
import type { WebhookName } from './inputs.ts';
import type { Webhook } from './schema.ts';
import { type WebhookItem, webhookKey } from './webhookItem.ts';

const failuresToRest = 5;
const failureWindowMs = 60_000;

const firstRestMs = 30_000;
const maxRestMs = 15 * 60_000;

/** Whether rests grow as long as the receiver fails. Where people wait for the answer, each outage is the first. */
const grows: Record<WebhookName, boolean> = { 'confirm-order': true, 'calculate-shipping-rates': false };

export const isResting = ({ rest_until }: WebhookItem, now: Date) => rest_until !== undefined && rest_until > now.toISOString();

/** A healthy receiver. */
export const healthy = { failures: [], failures_in_a_row: 0, rests: 0, rest_until: '' };

export const recordSuccess = (tenant: TenantId, name: WebhookName, now: Date) =>
  set(tenant, webhookKey(name), { last_success: now.toISOString(), ...healthy });

/**
 * Counts the failure of a call to a webhook as it was seen before. The fifth within a minute sends the receiver to rest, and
 * so does the first after a rest that grows; those decided on before it went to rest make it no longer.
 */
export async function recordFailure(tenant: TenantId, name: WebhookName, { era }: WebhookItem, now: Date): Promise<void> {
  const time = now.toISOString();
  const item = await change<WebhookItem>(tenant, webhookKey(name), {
    expression:
      'SET last_failure = :time, failures = list_append(if_not_exists(failures, :none), :list), ' +
      'failures_in_a_row = if_not_exists(failures_in_a_row, :zero) + :one',
    values: { ':time': time, ':none': [], ':list': [{ time, era }], ':zero': 0, ':one': 1 },
  });
  if (item.era !== era) return;
  const recent = (item.failures ?? []).filter(
    (failed) => failed.era === era && now.getTime() - Date.parse(failed.time) < failureWindowMs,
  );
  if ((item.rests ?? 0) > 0 || recent.length >= failuresToRest) await rest(tenant, name, item, now);
  else if (recent.length < (item.failures?.length ?? 0) - 20) await set(tenant, webhookKey(name), { failures: recent });
}

async function rest(tenant: TenantId, name: WebhookName, item: WebhookItem, now: Date) {
  const { rests = 0 } = item;
  const until = new Date(now.getTime() + Math.min(firstRestMs * 2 ** rests, maxRestMs)).toISOString();
  await setIfSame(tenant, name, item, {
    rests: grows[name] ? rests + 1 : 0,
    rest_until: until,
    era: timeId(now),
    failures: [],
  });
}

/** After a rest one call alone may try the receiver; true for the caller that may. */
export async function mayTry(tenant: TenantId, name: WebhookName, seen: WebhookItem, now: Date): Promise<boolean> {
  const lease = new Date(now.getTime() + 15_000).toISOString();
  return !seen.rest_until || setIfSame(tenant, name, seen, { rest_until: lease });
}

/** False where it has rested, been tried or well again, or got another URL, since it was seen so. */
const setIfSame = (
  tenant: TenantId,
  name: WebhookName,
  { rest_until = '', era = '' }: WebhookItem,
  values: Partial<WebhookItem>,
): Promise<boolean> =>
  setIf(tenant, webhookKey(name), values, {
    expression: 'rest_until = :rested AND era = :seen',
    values: { ':rested': rest_until, ':seen': era },
  });

export function healthOf(item: WebhookItem, now: Date): Webhook['health'] {
  const { last_success = null, last_failure = null, failures_in_a_row = 0 } = item;
  const used = last_success ?? last_failure;
  const calm = used ? 'ok' : 'unused';
  const state = item.paused ? 'paused' : isResting(item, now) ? 'resting' : failures_in_a_row > 0 ? 'failing' : calm;
  return { state, last_success, last_failure, failures_in_a_row };
}
