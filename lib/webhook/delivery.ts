import { type FiltersOf, type ListQuery, page } from '../api/list.ts';
import { type Action, createGeneratedAction, exists } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { itemsIn, pagesOf } from '../db/query.ts';
import { changeIf, setIf } from '../db/write.ts';
import { timeId, timeIdAt } from '../values/id.ts';
import { dueAt } from './due.ts';
import type { deliveryFilters } from './inputs.ts';
import { waitingSince } from './parked.ts';
import { maxWaitMs } from './schedule.ts';
import type { Attempt, Delivery } from './schema.ts';
import type { DeliveryItem } from './webhookItem.ts';

/** How long a delivery is kept and listed. */
export const keptMs = 30 * 24 * 3600_000;

export const deliveryKey = (id: string) => `DELIVERY#${id.slice(4)}`;

/** The time at which DynamoDB deletes it. */
export const expiry = (now: Date) => ({ expires_at: Math.floor((now.getTime() + keptMs) / 1000) });

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
    ...expiry(now),
  };
  return { id, action: createGeneratedAction(tenant, deliveryKey(id), item) };
}

type Filters = FiltersOf<typeof deliveryFilters>;
/** The lowest and highest ID of the requested deliveries. */
type Bounds = { low?: string; high?: string };

/** The deliveries of the last 30 days, newest first. */
export const getDeliveries = (
  tenant: TenantId,
  query: ListQuery & Filters,
  now: Date,
  findPlacingTime: (tenant: TenantId, order: string) => Promise<string | undefined>,
) =>
  page<DeliveryItem, Delivery, Filters & Bounds>({
    scope: tenant,
    operation: 'getDeliveries',
    query,
    prepare: async (filters) => {
      if (filters.order === undefined) return { ...filters, low: oldestKept(now) };
      return { ...filters, ...boundsAround(await findPlacingTime(tenant, filters.order), now) };
    },
    sourceFor: ({ state, order, low = '', high = '~' }) => ({
      source: itemsIn(tenant, 'DELIVERY#', 'descending', { low, high }),
      view: (item) => deliveryView(item, now),
      isListed:
        state || order
          ? (item) => (state ?? stateOf(item, now)) === stateOf(item, now) && (order ?? item.order) === item.order
          : undefined,
    }),
  });

const oldestKept = (now: Date) => timeIdAt(now.getTime() - keptMs);

/** The event of an order has the order's creation time, so finding it takes one read. An unknown order has none. */
function boundsAround(placed: string | undefined, now: Date): Bounds {
  if (placed === undefined) return { low: '~' };
  const [low, high] = idsAround(placed).map((id) => [id, oldestKept(now)].sort().at(-1) as string);
  return { low, high };
}

const idsAround = (placed: string) => [-1000, 1000].map((ms) => timeIdAt(Date.parse(placed) + ms)) as [string, string];

export const withoutAnswers = (attempts: Attempt[]): Attempt[] => attempts.map((attempt) => ({ ...attempt, answer: null }));

/** Erases the receiver's answers about an order. None is recorded from then on. */
export async function eraseAnswers(tenant: TenantId, order: { number: string; created: string }): Promise<void> {
  const [low, high] = idsAround(order.created);
  const source = itemsIn<DeliveryItem>(tenant, 'DELIVERY#', 'descending', { low, high });
  for await (const { items } of pagesOf(source)) {
    const own = items.filter((item) => item.order === order.number);
    for (const { id } of own) await eraseAnswersIn(tenant, deliveryKey(id));
  }
}

/** First keeps an attempt that is under way from recording an answer. So if the attempts change after that, they have none. */
async function eraseAnswersIn(tenant: TenantId, sk: string): Promise<void> {
  const erase = { expression: 'SET erased = :true', values: { ':true': true } };
  const item = await changeIf<DeliveryItem>(tenant, sk, erase, exists);
  if (!item?.attempts.some(({ answer }) => answer !== null)) return;
  const unchanged = { expression: 'attempts = :seen', values: { ':seen': item.attempts } };
  await setIf(tenant, sk, { attempts: withoutAnswers(item.attempts) }, unchanged);
}

export function deliveryView(item: DeliveryItem, now: Date): Delivery {
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
export const stateOf = (item: DeliveryItem, now: Date): Delivery['state'] =>
  item.state === 'waiting' && now.getTime() - Date.parse(waitingSince(item)) >= maxWaitMs ? 'failed' : item.state;
