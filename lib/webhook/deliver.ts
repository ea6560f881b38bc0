import type { TenantId } from '../db/key.ts';
import { find } from '../db/read.ts';
import { findMany } from '../db/readAll.ts';
import { setIf } from '../db/write.ts';
import { log } from '../log.ts';
import { measured } from '../metrics.ts';
import { changeOrder } from '../order/data.ts';
import { type OrderItem, orderKey } from '../order/item.ts';
import { answerAuthorized } from '../order/rules.ts';
import { Json, stringify } from '../values/json.ts';
import { isResting, mayTry, recordFailure, recordSuccess, webhookKey } from './breaker.ts';
import type { Called } from './call.ts';
import { deliveryKey, dueAt } from './delivery.ts';
import { ring } from './queue.ts';
import { mostTries, nextDue, patience } from './schedule.ts';
import type { Attempt, DeliveryItem, WebhookItem } from './schema.ts';
import { sendEvent } from './send.ts';

const name = 'confirm-order';
const claimed = 60_000;
const mostAttempts = 20;

type Due = DeliveryItem & { restarted?: string };

/** Brings one event one step further, if it is due and nobody else is at it. Dying at any point repeats a call at most. */
export async function deliver(tenant: TenantId, sk: string): Promise<void> {
  const now = new Date();
  const items = await findMany<Due | WebhookItem>(tenant, [sk, webhookKey(name)]);
  const delivery = items.get(sk) as Due | undefined;
  const webhook = items.get(webhookKey(name)) as WebhookItem | undefined;
  if (!delivery?.due || delivery.due > now.toISOString()) return;
  const deadline = new Date(Date.parse(delivery.restarted ?? delivery.created) + patience);
  if (!webhook?.url || webhook.paused) {
    if (now < deadline) await move(tenant, delivery, waiting(tenant, delivery, now, deadline));
    else await end(tenant, delivery, { state: 'failed' });
  } else if (delivery.tries > mostTries) {
    await end(tenant, delivery, { state: 'failed' });
  } else if (isResting(webhook, now) || !(await mayTry(tenant, name, webhook, now))) {
    await putOff(tenant, delivery, webhook, now);
  } else {
    await attempt(tenant, delivery, { ...webhook, url: webhook.url });
  }
}

/** Waits a minute first, then long: a URL that is set in between is seen by the second look, or sees who waits. */
function waiting(tenant: TenantId, { state }: Due, now: Date, deadline: Date) {
  const soon = Math.min(now.getTime() + claimed, deadline.getTime());
  return { state: 'waiting', ...dueAt(tenant, state === 'waiting' ? deadline : new Date(soon)) };
}

type End = { state: 'delivered' | 'failed'; attempts?: Attempt[] };

/** No longer due: a finished delivery leaves the index. */
async function end(tenant: TenantId, delivery: Due, how: End): Promise<void> {
  if (await move(tenant, delivery, { ...how, due: undefined, due_shard: undefined })) tell(tenant, delivery, how.state);
}

const tell = (tenant: TenantId, { id, tries }: Due, outcome: End['state'] | 'postponed') =>
  log('info', { message: 'delivery', delivery: id, tenant, tries, outcome, ...measured('deliveries') });

/** Later, without losing an attempt, and not all at the same instant. */
async function putOff(tenant: TenantId, delivery: Due, { rest_until = '' }: WebhookItem, now: Date) {
  const rested = Math.max(Date.parse(rest_until) || 0, now.getTime() + 15_000);
  await move(tenant, delivery, dueAt(tenant, new Date(rested + Math.random() * 5000)));
}

async function attempt(tenant: TenantId, delivery: Due, webhook: WebhookItem & { url: string }): Promise<void> {
  const until = new Date(Date.now() + claimed);
  const claim = { state: 'pending' as const, tries: delivery.tries + 1, ...dueAt(tenant, until) };
  if (!(await move(tenant, delivery, claim))) return;
  const order = (await find<OrderItem>(tenant, orderKey(delivery.order))) as OrderItem;
  const time = new Date();
  const { id, created } = delivery;
  const data = new Json(stringify({ order: new Json(order.json) }));
  const called = await sendEvent(webhook, { type: name, id, created, tenant, data }, time);
  if (called.problem === null) await heed(tenant, delivery.order, called.body);
  await record(tenant, { ...delivery, ...claim }, webhook, called, time);
}

/** What the store answers sets the order, unless a person has. */
async function heed(tenant: TenantId, number: string, answer: string): Promise<void> {
  const authorized = authorizedIn(answer);
  if (authorized === undefined) return;
  const now = new Date();
  await changeOrder(tenant, number, now, (order) => answerAuthorized(order, authorized, now));
}

function authorizedIn(answer: string): boolean | undefined {
  try {
    const { authorized } = JSON.parse(answer) ?? {};
    return typeof authorized === 'boolean' ? authorized : undefined;
  } catch {
    return undefined;
  }
}

async function record(tenant: TenantId, delivery: Due, webhook: WebhookItem, called: Called, time: Date): Promise<void> {
  const now = new Date();
  const { status, duration_ms, problem, body, retryAfter } = called;
  const answer = status === null ? problem : body.slice(0, 500).toWellFormed();
  const attempt: Attempt = { time: time.toISOString(), status, duration_ms, answer };
  const attempts = [...delivery.attempts, attempt].slice(-mostAttempts);
  if (problem === null) {
    await Promise.all([end(tenant, delivery, { state: 'delivered', attempts }), recordSuccess(tenant, name, now)]);
    return;
  }
  if (status === 410) await pause(tenant, webhook);
  await recordFailure(tenant, name, webhook, now);
  const next = nextDue(delivery.tries, retryAfter, now);
  if (!next) {
    await end(tenant, delivery, { state: 'failed', attempts });
    return;
  }
  await move(tenant, delivery, { attempts, ...dueAt(tenant, status === 410 ? now : next) });
  tell(tenant, delivery, 'postponed');
  await ring(tenant, deliveryKey(delivery.id), status === 410 ? 0 : (next.getTime() - now.getTime()) / 1000);
}

/** Unless somebody has set the URL since it was called. */
async function pause(tenant: TenantId, { revision }: WebhookItem): Promise<void> {
  const unchanged = { expression: 'revision = :called', values: { ':called': revision } };
  await setIf(tenant, webhookKey(name), { paused: true }, unchanged);
}

/** Changes a delivery that is as it was; false where somebody else has moved it. */
const move = (tenant: TenantId, { id, state, due }: Due, values: Record<string, unknown>): Promise<boolean> =>
  setIf(tenant, deliveryKey(id), values, {
    expression: '#due = :seen AND #state = :was',
    values: { ':seen': due, ':was': state },
    names: { '#state': 'state' },
  });
