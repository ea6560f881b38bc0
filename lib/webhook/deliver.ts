import { log } from '../api/log.ts';
import { metricFields } from '../api/metrics.ts';
import { asLoaded } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { findEach } from '../db/read.ts';
import { setIf } from '../db/write.ts';
import type { TenantItem } from '../tenant/tenantItem.ts';
import { isBackingOff, probe, recordFailure, recordSuccess } from './breaker.ts';
import type { CallResult } from './callReceiver.ts';
import { deliveryKey, withoutAnswers } from './delivery.ts';
import { dueAt, notDue, parkedShard } from './due.ts';
import { park } from './parked.ts';
import { enqueue } from './queue.ts';
import { maxTries, nextDue } from './schedule.ts';
import type { Attempt } from './schema.ts';
import { openSecrets, sendEvent } from './send.ts';
import { type DeliveryItem, isCallable, type WebhookItem, webhookKey } from './webhookItem.ts';

/** How to load an event's data and apply the receiver's response. */
export type DeliverySubject = {
  /** The event's data, as it is now. */
  load: (tenant: TenantId, id: string) => Promise<object>;
  /** Applies a successful response. */
  applyResponse: (tenant: TenantId, id: string, response: string) => Promise<void>;
};

const name = 'confirm-order';
/** Longer than an attempt can take, so that no other invocation processes the delivery in the meantime. */
const leaseMs = 60_000;
const maxKeptAttempts = 20;

/** Processes one due delivery. Safe to crash anywhere: at worst the receiver is called again. */
export async function deliver(tenant: TenantId, sk: string, subject: DeliverySubject): Promise<void> {
  const now = new Date();
  const keys = [sk, webhookKey(name), 'TENANT'] as const;
  const [delivery, webhook, account] = await findEach<[DeliveryItem, WebhookItem, TenantItem]>(tenant, ...keys);
  if (!delivery?.due || delivery.due > now.toISOString() || delivery.due_shard === parkedShard(tenant)) return;
  if (!webhook || delivery.tries > maxTries) return finish(tenant, delivery, { state: 'failed' });
  if (isCallable(webhook, account) && !isBackingOff(webhook, now)) {
    const usable = await probe(tenant, name, webhook, now);
    if (usable) return attemptDelivery(tenant, delivery, usable, subject);
  }
  await park(tenant, sk, delivery, webhook);
}

type Outcome = { state: 'delivered' | 'failed'; attempts?: Attempt[] };

/** A finished delivery has no due time, so it drops out of the index. */
async function finish(tenant: TenantId, delivery: DeliveryItem, outcome: Outcome): Promise<void> {
  if (await updateIfUnchanged(tenant, delivery, { ...outcome, ...notDue })) logOutcome(tenant, delivery, outcome.state);
}

const logOutcome = (tenant: TenantId, { id, tries }: DeliveryItem, outcome: Outcome['state'] | 'postponed') =>
  log('info', { message: 'delivery', delivery: id, tenant, tries, outcome, ...metricFields('deliveries') });

async function attemptDelivery(
  tenant: TenantId,
  delivery: DeliveryItem,
  webhook: WebhookItem & { url: string },
  subject: DeliverySubject,
) {
  const { url } = webhook;
  // If the keys cannot be read now, this is no attempt.
  const secrets = await openSecrets(tenant, name, webhook, new Date());
  const until = new Date(Date.now() + leaseMs);
  const lease = { state: 'pending' as const, tries: delivery.tries + 1, ...dueAt(delivery.id, until) };
  if (!(await updateIfUnchanged(tenant, delivery, lease))) return;
  const { id, created, order } = delivery;
  const data = await subject.load(tenant, order);
  const time = new Date();
  const result = await sendEvent({ url, secrets }, { type: name, id, created, tenant, data }, time);
  if (result.problem === null) await subject.applyResponse(tenant, order, result.body);
  await recordAttempt(tenant, { ...delivery, ...lease }, webhook, result, time);
}

/** Records a call in its delivery, and in the health of the receiver. */
async function recordAttempt(
  tenant: TenantId,
  delivery: DeliveryItem,
  webhook: WebhookItem,
  result: CallResult,
  time: Date,
): Promise<void> {
  const now = new Date();
  const attempts = [...delivery.attempts, attemptOf(result, time)].slice(-maxKeptAttempts);
  if (result.problem === null) return recordDelivered(tenant, delivery, attempts, now);
  await recordFailedCall(tenant, webhook, result, now);
  const retry = retryOf(delivery, webhook, result, time, now);
  if (retry) await postpone(tenant, delivery, { ...retry, attempts }, now);
  else await finish(tenant, delivery, { state: 'failed', attempts });
}

const attemptOf = ({ status, duration_ms, problem, body }: CallResult, time: Date): Attempt => ({
  time: time.toISOString(),
  status,
  duration_ms,
  answer: status === null ? problem : body.slice(0, 500).toWellFormed(),
});

async function recordDelivered(tenant: TenantId, delivery: DeliveryItem, attempts: Attempt[], now: Date): Promise<void> {
  const finished = finish(tenant, delivery, { state: 'delivered', attempts });
  const [endedBackOff] = await Promise.all([recordSuccess(tenant, name, now), finished]);
  if (endedBackOff) await enqueue(tenant, webhookKey(name));
}

/** A 410 pauses the webhook, and repeated failures start a back-off. */
async function recordFailedCall(tenant: TenantId, webhook: WebhookItem, { status }: CallResult, now: Date): Promise<void> {
  if (status === 410) await pause(tenant, webhook);
  const backOffMs = await recordFailure(tenant, name, webhook, now);
  if (backOffMs) await enqueue(tenant, webhookKey(name), backOffMs / 1000);
}

type Retry = { due: Date; tries?: number; probed?: string };

/**
 * When to retry; undefined after the last attempt. After a 410, or a failed probe without `Retry-After`, it is due at once, and the
 * next run parks it.
 */
function retryOf(
  { tries }: DeliveryItem,
  { back_off_until }: WebhookItem,
  { status, retryAfter }: CallResult,
  time: Date,
  now: Date,
): Retry | undefined {
  // Such a probe does not count as an attempt.
  if (back_off_until && !retryAfter && status !== 410) return { due: now, tries: tries - 1, probed: time.toISOString() };
  const due = nextDue(tries, retryAfter, now);
  return due && { due: status === 410 ? now : due };
}

async function postpone(
  tenant: TenantId,
  delivery: DeliveryItem,
  { due, ...values }: Retry & { attempts: Attempt[] },
  now: Date,
): Promise<void> {
  await updateIfUnchanged(tenant, delivery, { ...values, ...dueAt(delivery.id, due) });
  logOutcome(tenant, delivery, 'postponed');
  await enqueue(tenant, deliveryKey(delivery.id), (due.getTime() - now.getTime()) / 1000);
}

/** Pauses the webhook, unless its settings have changed since the call. */
const pause = (tenant: TenantId, webhook: WebhookItem): Promise<boolean> =>
  setIf(tenant, webhookKey(name), { paused: true }, asLoaded(webhook));

type Changes = Record<string, unknown> & { attempts?: Attempt[] };

/** Updates a delivery unless it changed since it was loaded. Returns false if it did. Answers are kept unless they were erased. */
async function updateIfUnchanged(tenant: TenantId, delivery: DeliveryItem, values: Changes): Promise<boolean> {
  const { attempts } = values;
  if (!attempts) return updateIf(tenant, delivery, values);
  if (await updateIf(tenant, delivery, values, ' AND attribute_not_exists(erased)')) return true;
  return updateIf(tenant, delivery, { ...values, attempts: withoutAnswers(attempts) });
}

const updateIf = (tenant: TenantId, { id, state, due }: DeliveryItem, values: Changes, condition = ''): Promise<boolean> =>
  setIf(tenant, deliveryKey(id), values, {
    expression: `#due = :seen AND #state = :was${condition}`,
    values: { ':seen': due, ':was': state },
    names: { '#state': 'state' },
  });
