import type { Condition } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { retryOnConflict } from '../db/retry.ts';
import { change, changeIf, setIf } from '../db/write.ts';
import { lookAt } from './due.ts';
import type { WebhookName } from './inputs.ts';
import { enqueue } from './queue.ts';
import type { Webhook } from './schema.ts';
import { type WebhookItem, webhookKey } from './webhookItem.ts';

const maxFailures = 5;
const failureWindowMs = 60_000;
const maxSlowInARow = 5;

const firstRestMs = 30_000;
const maxRestMs = 15 * 60_000;
/** How long a probe after a rest may take before another call may probe. */
const probeLeaseMs = 15_000;

/** Rests get longer while a receiver keeps failing. Where people wait for the answer, every rest is a first one. */
const grows: Record<WebhookName, boolean> = { 'confirm-order': true, 'calculate-shipping-rates': false };
/** Only deliveries of this webhook are parked while it rests. */
const hasDeliveries = (name: WebhookName) => name === 'confirm-order';

export const isResting = ({ rest_until }: WebhookItem, now: Date) => rest_until !== undefined && rest_until > now.toISOString();

export const healthy = { failures: [], failures_in_a_row: 0, slow_in_a_row: 0, rests: 0, rest_until: '' };

/** Holds while neither the settings changed nor a rest began, was probed or ended since `seen` was loaded. */
export const sameEra = ({ revision = 0, rest_until = '' }: WebhookItem) => ({
  expression: 'revision = :revision AND rest_until = :rest',
  values: { ':revision': revision, ':rest': rest_until },
});

/** Records a success. If the receiver was resting, this ends the rest. */
export async function recordSuccess(
  tenant: TenantId,
  name: WebhookName,
  now: Date,
  more: Partial<WebhookItem> = {},
): Promise<void> {
  const values = { ...more, last_success: now.toISOString(), ...healthy };
  const awake = { expression: 'rest_until = :none', values: { ':none': '' } };
  if (!(await save(tenant, name, values, awake))) await endRest(tenant, name, now, values);
}

/** Ends a rest and has what waited for the receiver sent at once. False if it was not resting. */
export async function endRest(
  tenant: TenantId,
  name: WebhookName,
  now: Date,
  values: Partial<WebhookItem> = { rest_until: '', rests: 0, failures: [] },
): Promise<boolean> {
  const rested = { expression: 'rest_until > :none', values: { ':none': '' } };
  const look = hasDeliveries(name) ? lookAt(tenant, now) : {};
  const ended = await save(tenant, name, { ...values, ...look }, rested);
  if (ended && hasDeliveries(name)) await enqueue(tenant, webhookKey(name));
  return ended;
}

/**
 * Counts a failed call to a webhook that was loaded as `seen`. The fifth failure within a minute starts a rest, and so does
 * every failed probe of a rest that grows. A call that began in an earlier era is only noted.
 */
export async function recordFailure(tenant: TenantId, name: WebhookName, seen: WebhookItem, now: Date): Promise<void> {
  const time = now.toISOString();
  const counted = 'last_failure = :time, failures_in_a_row = if_not_exists(failures_in_a_row, :zero) + :one';
  const values = { ':time': time, ':zero': 0, ':one': 1 };
  const listed = {
    expression: `SET failures = list_append(if_not_exists(failures, :none), :list), ${counted}`,
    values: { ...values, ':none': [], ':list': [{ time }] },
  };
  const item = await retryOnConflict(() => changeIf<WebhookItem>(tenant, webhookKey(name), listed, sameEra(seen)));
  if (!item) {
    await retryOnConflict(() => change(tenant, webhookKey(name), { expression: `SET ${counted}`, values }));
    return;
  }
  const { failures = [], rests = 0 } = item;
  const recent = failures.filter((failed) => now.getTime() - Date.parse(failed.time) < failureWindowMs);
  if (rests > 0 || recent.length >= maxFailures) await rest(tenant, name, { ...seen, rests }, now);
  else if (failures.length > recent.length + 20) await save(tenant, name, { failures: recent }, sameEra(seen));
}

/** Counts a good answer that took too long. The fifth in a row starts a rest. */
export async function recordSlowAnswer(tenant: TenantId, name: WebhookName, seen: WebhookItem, now: Date): Promise<void> {
  const slowAnswer = {
    expression:
      'SET last_success = :time, failures_in_a_row = :zero, slow = :yes, slow_in_a_row = if_not_exists(slow_in_a_row, :zero) + :one',
    values: { ':time': now.toISOString(), ':zero': 0, ':one': 1, ':yes': true },
  };
  const { slow_in_a_row = 0 } = await retryOnConflict(() => change<WebhookItem>(tenant, webhookKey(name), slowAnswer));
  if (slow_in_a_row >= maxSlowInARow) await rest(tenant, name, seen, now);
}

async function rest(tenant: TenantId, name: WebhookName, seen: WebhookItem, now: Date) {
  const { rests = 0 } = seen;
  const restMs = Math.min(firstRestMs * 2 ** rests, maxRestMs);
  const until = new Date(now.getTime() + restMs);
  const values = {
    rests: grows[name] ? rests + 1 : 0,
    rest_until: until.toISOString(),
    failures: [],
    slow_in_a_row: 0,
    ...(hasDeliveries(name) && lookAt(tenant, until)),
  };
  const began = await save(tenant, name, values, sameEra(seen));
  if (began && hasDeliveries(name)) await enqueue(tenant, webhookKey(name), restMs / 1000);
}

/**
 * After a rest, one call at a time may probe the receiver. Returns the webhook as this call may use it,
 * or undefined if another call is probing.
 */
export async function probe<I extends WebhookItem>(
  tenant: TenantId,
  name: WebhookName,
  seen: I,
  now: Date,
): Promise<I | undefined> {
  if (!seen.rest_until) return seen;
  const lease = new Date(now.getTime() + probeLeaseMs);
  const values = { rest_until: lease.toISOString(), ...(hasDeliveries(name) && lookAt(tenant, lease)) };
  const isFirst = await save(tenant, name, values, sameEra(seen));
  return isFirst ? { ...seen, rest_until: values.rest_until } : undefined;
}

/** Parking a delivery checks this item in a transaction, which a write at the same time may conflict with. */
const save = (tenant: TenantId, name: WebhookName, values: Partial<WebhookItem>, condition: Condition): Promise<boolean> =>
  retryOnConflict(() => setIf(tenant, webhookKey(name), values, condition));

export function healthOf(item: WebhookItem, now: Date): Webhook['health'] {
  const { last_success = null, last_failure = null, failures_in_a_row = 0 } = item;
  const calm = (last_success ?? last_failure) ? 'ok' : 'unused';
  const state = item.paused ? 'paused' : isResting(item, now) ? 'resting' : failures_in_a_row > 0 ? 'failing' : calm;
  return { state, last_success, last_failure, failures_in_a_row };
}
