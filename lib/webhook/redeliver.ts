import type { Author } from '../api/call.ts';
import { invalid, notFound } from '../api/errors.ts';
import { page } from '../api/list.ts';
import { auditAction } from '../audit/entry.ts';
import { exists, updateAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { itemsIn } from '../db/query.ts';
import { find } from '../db/read.ts';
import { commit, setIf } from '../db/write.ts';
import { batchesOf } from '../values/batches.ts';
import { isId, timeId, timeIdAt } from '../values/id.ts';
import { endBackOff } from './breaker.ts';
import { deliveryKey, deliveryView, expiry, keptMs, stateOf } from './delivery.ts';
import { dueAt } from './due.ts';
import type { Redelivery } from './inputs.ts';
import { countPerMinute } from './perMinute.ts';
import { enqueue, enqueueAll } from './queue.ts';
import type { Delivery } from './schema.ts';
import { type DeliveryItem, webhookKey } from './webhookItem.ts';

const name = 'confirm-order';
export const maxRestarts = 500;
const batchSize = 25;

/** Resets a delivery, as if its order had just been placed. */
const restart = (id: string, now: Date) => ({
  state: 'pending' as const,
  tries: 0,
  restarted: now.toISOString(),
  probed: undefined,
  ...dueAt(id, now),
  ...expiry(now),
});

const deliveryNotFound = () => notFound('delivery with this ID. Deliveries are kept for 30 days: list them to find the ID');

/** Restarts a delivery. Ends a back-off, so that it is sent at once. */
export async function redeliver(tenant: TenantId, id: string, by: Author, now: Date): Promise<Delivery> {
  const item = isId('evt', id) ? await find<DeliveryItem>(tenant, deliveryKey(id)) : undefined;
  if (!item) throw deliveryNotFound();
  const values = restart(id, now);
  const actions = {
    delivery: updateAction(tenant, deliveryKey(id), values, exists),
    audit: auditAction(timeId(now), tenant, by, now, { before: {}, after: { id } }),
  };
  await commit(actions, deliveryNotFound);
  await resume(tenant, now);
  await enqueue(tenant, deliveryKey(id));
  return deliveryView({ ...item, ...values }, now);
}

/** Ends a back-off and releases the parked deliveries. */
async function resume(tenant: TenantId, now: Date): Promise<void> {
  if (await endBackOff(tenant, name, now)) await enqueue(tenant, webhookKey(name));
}

/**
 * Restarts up to 500 deliveries in one state, oldest first. Calls no receiver. Safe to crash anywhere and to repeat: a
 * restarted delivery is due, and no longer in that state.
 */
export async function redeliverAll(tenant: TenantId, sent: Redelivery, by: Author, now: Date) {
  const { items, next_cursor } = await findAll(tenant, sent, now);
  const { state, since } = sent;
  await countPerMinute(tenant, name, 'redeliveries', now);
  const audit = auditAction(timeId(now), tenant, by, now, { before: {}, after: { state, ...(since && { since }) } });
  await commit({ audit });
  const restarted: DeliveryItem[] = [];
  for (const batch of batchesOf(items, batchSize)) {
    const isRestarted = await Promise.all(batch.map((item) => restartUnchanged(tenant, item, now)));
    restarted.push(...batch.filter((_, i) => isRestarted[i]));
  }
  await resume(tenant, now);
  await enqueueAll(restarted.map(({ id }) => ({ tenant, sk: deliveryKey(id) })));
  return { queued: restarted.length, next_cursor };
}

type Filters = Pick<Redelivery, 'state' | 'since'> & { low?: string };

const findAll = (tenant: TenantId, { state, since, cursor }: Redelivery, now: Date) =>
  page<DeliveryItem, DeliveryItem, Filters>({
    scope: tenant,
    operation: 'redeliverAll',
    query: { limit: maxRestarts, cursor: cursor ?? undefined, state, since: since ?? undefined },
    prepare: async (filters) => {
      const earliest = Math.max(now.getTime() - keptMs, since ? Date.parse(since) : 0);
      return { ...filters, low: timeIdAt(earliest) };
    },
    sourceFor: ({ low = '', ...first }) => {
      mustContinue(first, { state, since });
      return {
        source: itemsIn(tenant, 'DELIVERY#', 'ascending', { low }),
        view: (item) => item,
        isListed: (item) => stateOf(item, now) === state,
      };
    },
  });

/** The cursor contains the filters of the first request. A later request may repeat them, but not change them. */
function mustContinue(first: Filters, { state, since }: Filters): void {
  const changed = first.state !== state ? 'state' : since && first.since !== since ? 'since' : undefined;
  if (changed) throw invalid(changed, 'must be the same as in the request that returned `cursor`');
}

/** Returns false if the delivery left its state in the meantime. Succeeds again if only the response of the write was lost. */
const restartUnchanged = (tenant: TenantId, { id, state }: DeliveryItem, now: Date): Promise<boolean> =>
  setIf(tenant, deliveryKey(id), restart(id, now), {
    expression: '#state = :was OR (#state = :state AND restarted = :restarted)',
    values: { ':was': state },
  });
