import type { Condition } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { retryOnConflict } from '../db/retry.ts';
import { change, changeIf, setIf } from '../db/write.ts';
import { checkAt } from './due.ts';
import type { FixedName } from './inputs.ts';
import type { Webhook } from './schema.ts';
import { type WebhookItem, webhookKey } from './webhookItem.ts';

const maxFailures = 5;
const failureWindowMs = 60_000;
const maxSlowInARow = 5;

const firstBackOffMs = 30_000;
const maxBackOffMs = 15 * 60_000;
/** How long a probe after a back-off may take before another call may probe. */
const probeLeaseMs = 15_000;

/** Repeated back-offs double, except for shipping rates, where a shopper is waiting. */
const usesExponentialBackOff: Record<FixedName, boolean> = { 'confirm-order': true, 'calculate-shipping-rates': false };
/** Only this webhook has deliveries, which are parked during a back-off. */
const hasDeliveries = (name: FixedName) => name === 'confirm-order';

export const isBackingOff = ({ back_off_until }: WebhookItem, now: Date) =>
  back_off_until !== undefined && back_off_until > now.toISOString();

export const healthy = { failures: [], failures_in_a_row: 0, slow_in_a_row: 0, back_offs: 0, back_off_until: '' };

/** Holds if neither the settings nor the back-off changed since this item was loaded. */
export const unchangedSince = ({ revision, back_off_until = '' }: WebhookItem) => ({
  expression: 'revision = :revision AND back_off_until = :until',
  values: { ':revision': revision, ':until': back_off_until },
});

/** Records a successful call. Returns true if it ended a back-off, so that waiting deliveries can be released. */
export async function recordSuccess(
  tenant: TenantId,
  name: FixedName,
  now: Date,
  more: Partial<WebhookItem> = {},
): Promise<boolean> {
  const values = { ...more, last_success: now.toISOString(), ...healthy };
  const notBackingOff = { expression: 'back_off_until = :none', values: { ':none': '' } };
  if (await save(tenant, name, values, notBackingOff)) return false;
  if (await endBackOff(tenant, name, now, values)) return true;
  // Another call has just ended it.
  await save(tenant, name, values, notBackingOff);
  return false;
}

/** Ends a back-off, so that waiting deliveries can be released. Returns false if there was none. */
export function endBackOff(
  tenant: TenantId,
  name: FixedName,
  now: Date,
  values: Partial<WebhookItem> = { back_off_until: '', back_offs: 0, failures: [] },
): Promise<boolean> {
  const backingOff = { expression: 'back_off_until > :none', values: { ':none': '' } };
  const check = hasDeliveries(name) ? checkAt(tenant, now) : {};
  return save(tenant, name, { ...values, ...check }, backingOff);
}

/**
 * Records a failed call to a webhook that was loaded as `seen`. The fifth failure within a minute, without a success in
 * between that was not slow, starts a back-off; so does each failed probe of a webhook whose back-offs double. A call that began
 * before the last change only updates the counters. Returns the length of the back-off that it started, if any.
 */
export async function recordFailure(
  tenant: TenantId,
  name: FixedName,
  seen: WebhookItem,
  now: Date,
): Promise<number | undefined> {
  const time = now.toISOString();
  const counters = 'last_failure = :time, failures_in_a_row = if_not_exists(failures_in_a_row, :zero) + :one';
  const values = { ':time': time, ':zero': 0, ':one': 1 };
  const appendFailure = {
    expression: `SET failures = list_append(if_not_exists(failures, :none), :list), ${counters}`,
    values: { ...values, ':none': [], ':list': [{ time }] },
  };
  const item = await changeIf<WebhookItem>(tenant, webhookKey(name), appendFailure, unchangedSince(seen));
  if (!item) {
    await retryOnConflict(() => change(tenant, webhookKey(name), { expression: `SET ${counters}`, values }));
    return undefined;
  }
  const { failures = [], back_offs = 0 } = item;
  const recent = failures.filter((failed) => now.getTime() - Date.parse(failed.time) < failureWindowMs);
  if (back_offs > 0 || recent.length >= maxFailures) return backOff(tenant, name, { ...seen, back_offs }, now);
  if (failures.length > recent.length + 20) await save(tenant, name, { failures: recent }, unchangedSince(seen));
  return undefined;
}

/** Records a successful but slow response. The fifth without a fast one in between starts a back-off. */
export async function recordSlowResponse(tenant: TenantId, name: FixedName, seen: WebhookItem, now: Date): Promise<void> {
  const slowResponse = {
    expression:
      'SET last_success = :time, failures_in_a_row = :zero, slow_in_a_row = if_not_exists(slow_in_a_row, :zero) + :one',
    values: { ':time': now.toISOString(), ':zero': 0, ':one': 1 },
  };
  const { slow_in_a_row = 0 } = await retryOnConflict(() => change<WebhookItem>(tenant, webhookKey(name), slowResponse));
  if (slow_in_a_row >= maxSlowInARow) await backOff(tenant, name, seen, now);
}

async function backOff(tenant: TenantId, name: FixedName, seen: WebhookItem, now: Date) {
  const { back_offs = 0 } = seen;
  const backOffMs = Math.min(firstBackOffMs * 2 ** back_offs, maxBackOffMs);
  const until = new Date(now.getTime() + backOffMs);
  const values = {
    back_offs: usesExponentialBackOff[name] ? back_offs + 1 : 0,
    back_off_until: until.toISOString(),
    failures: [],
    slow_in_a_row: 0,
    ...(hasDeliveries(name) && checkAt(tenant, until)),
  };
  return (await save(tenant, name, values, unchangedSince(seen))) ? backOffMs : undefined;
}

/**
 * After a back-off, one call at a time may probe the receiver. Returns the webhook if this call may go ahead,
 * otherwise undefined.
 */
export async function probe<I extends WebhookItem>(
  tenant: TenantId,
  name: FixedName,
  seen: I,
  now: Date,
): Promise<I | undefined> {
  if (!seen.back_off_until) return seen;
  const lease = new Date(now.getTime() + probeLeaseMs);
  const values = { back_off_until: lease.toISOString(), ...(hasDeliveries(name) && checkAt(tenant, lease)) };
  const isFirst = await save(tenant, name, values, unchangedSince(seen));
  return isFirst ? { ...seen, back_off_until: values.back_off_until } : undefined;
}

const save = (tenant: TenantId, name: FixedName, values: Partial<WebhookItem>, condition: Condition): Promise<boolean> =>
  setIf(tenant, webhookKey(name), values, condition);

export function healthOf(item: WebhookItem, now: Date): Webhook['health'] {
  const { last_success = null, last_failure = null, failures_in_a_row = 0 } = item;
  const idleState = (last_success ?? last_failure) ? 'ok' : 'unused';
  const activeState = failures_in_a_row > 0 ? 'failing' : idleState;
  const state = item.paused ? 'paused' : isBackingOff(item, now) ? 'resting' : activeState;
  const until = state === 'resting' ? (item.back_off_until as string) : null;
  const { rejected } = item;
  return { state, until, last_success, last_failure, failures_in_a_row, ...(rejected && { rejected }) };
}
