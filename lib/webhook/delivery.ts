import { type Action, createGeneratedAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { partition } from '../db/query.ts';
import { retryOnConflict } from '../db/retry.ts';
import { set } from '../db/write.ts';
import { ConditionFailed } from '../db/writeErrors.ts';
import { notFound } from '../errors.ts';
import { type ListQuery, page } from '../list.ts';
import { isId, timeId, timeIdAt } from '../values/id.ts';
import { endBackOff } from './breaker.ts';
import { dueAt } from './due.ts';
import { waitingSince } from './parked.ts';
import { enqueue } from './queue.ts';
import { maxWaitMs } from './schedule.ts';
import type { Delivery } from './schema.ts';
import { type DeliveryItem, webhookKey } from './webhookItem.ts';

/** How long a delivery is kept and listed. */
const keptMs = 30 * 24 * 3600_000;

export const deliveryKey = (id: string) => `DELIVERY#${id.slice(4)}`;

const kept = (now: Date) => ({ expires_at: Math.floor((now.getTime() + keptMs) / 1000) });

/** Builds a delivery that is created together with an order, in one transaction. */
export function newDelivery(tenant: TenantId, order: string, now: Date): { id: string; action: Action } {
  const id = `evt_${timeId(now)}`;
  const item = {
    id,
    order,
    state: 'pending',
    created: now.toISOString(),
    attempts: [],
    tries: 0,
    ...dueAt(id, now),
    ...kept(now),
  };
  return { id, action: createGeneratedAction(tenant, deliveryKey(id), item) };
}

/** The deliveries of the last 30 days, newest first. */
export const getDeliveries = (tenant: TenantId, query: ListQuery, now: Date) =>
  page<DeliveryItem, Delivery, { low?: string }>({
    scope: tenant,
    operation: 'getDeliveries',
    query,
    prepare: async () => ({ low: timeIdAt(now.getTime() - keptMs) }),
    sourceFor: ({ low = '' }) => ({
      source: partition(tenant, 'DELIVERY#', 'descending', { low }),
      view: (item) => viewOf(item, now),
    }),
  });

const deliveryNotFound = () => notFound('delivery with this ID');

/** Restarts a delivery, as if the order had just been placed. Ends a back-off, so that the delivery is sent at once. */
export async function redeliver(tenant: TenantId, id: string, now: Date): Promise<Delivery> {
  if (!isId('evt', id)) throw deliveryNotFound();
  const restarted = { state: 'pending', tries: 0, restarted: now.toISOString(), ...dueAt(id, now), ...kept(now) };
  const item = await retryOnConflict(() => set<DeliveryItem>(tenant, deliveryKey(id), restarted).catch(throwNotFound));
  if (await endBackOff(tenant, 'confirm-order', now)) await enqueue(tenant, webhookKey('confirm-order'));
  await enqueue(tenant, deliveryKey(id));
  return viewOf(item, now);
}

function throwNotFound(error: unknown): never {
  throw error instanceof ConditionFailed ? deliveryNotFound() : error;
}

function viewOf(item: DeliveryItem, now: Date): Delivery {
  const { id, order, created, due, attempts } = item;
  const state = stateOf(item, now);
  return {
    id,
    order,
    state,
    created,
    due: state === 'pending' ? (due ?? null) : null,
    attempts: attempts.map(({ time, status, duration_ms, answer }) => ({ time, status, duration_ms, answer })),
  };
}

/** A delivery that has waited too long is shown as failed without a write. */
const stateOf = (item: DeliveryItem, now: Date): Delivery['state'] =>
  item.state === 'waiting' && now.getTime() - Date.parse(waitingSince(item)) >= maxWaitMs ? 'failed' : item.state;
