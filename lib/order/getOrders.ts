import { unknownCursor } from '../api/cursor.ts';
import { type ListQuery, page, type Reader } from '../api/list.ts';
import type { TenantId } from '../db/key.ts';
import { changed, itemsIn, queryPage, type Source, unfinished } from '../db/query.ts';
import type { Json } from '../values/json.ts';
import type { OrderFilters } from './inputs.ts';
import { changeSlackMs } from './limits.ts';
import { type Found, findOrders, flags, listed, type OrderItem, orderJson, orderKey, parsedOrder } from './orderItem.ts';
import type { Order } from './schema.ts';
import { search } from './search.ts';
import { isLeft, type Task, taskNames } from './tasks.ts';

/** Sort keys that enclose all orders of the requested time range, or when a walk by `updated_from` began. */
type Bounds = { low?: string; high?: string; began?: string };

/** A tenant's orders: all, those that `q` finds, or those that changed since `updated_from`. */
export async function getOrders(tenant: TenantId, query: ListQuery & OrderFilters, now: Date) {
  let began: string | undefined;
  const found = await page<Found, Json<Order>, OrderFilters & Bounds>({
    scope: tenant,
    operation: 'getOrders',
    query,
    prepare: async (filters) => {
      if (filters.updated_from) return { ...filters, began: now.toISOString() };
      return filters.q === undefined ? { ...filters, ...(await boundsOf(tenant, filters)) } : filters;
    },
    sourceFor: (filters) => {
      began = filters.began;
      mustBeReadable(filters);
      const { q, updated_from, order: _order, began: _began, overpaid, shippable, ...others } = filters;
      const isFiltered = Object.values(others).some((value) => value !== undefined);
      const hasTask = overpaid !== undefined || shippable !== undefined;
      return {
        source: sourceOf(tenant, filters),
        view: orderJson,
        isListed: isFiltered || hasTask ? (item) => matches(item, filters) : undefined,
        mostMatch: !isFiltered && q === undefined && (overpaid || shippable) === true,
      };
    },
  });
  return { ...found, ...(began && { synced_until: syncedUntil(began) }) };
}

/** A cursor can be forged, so its filters may have other types than those of a query. */
function mustBeReadable({ q, updated_from, began }: OrderFilters & Bounds): void {
  const times = [updated_from, began].filter((time) => time !== undefined);
  const isReadable = (q === undefined || typeof q === 'string') && times.every(isTime) && (began ?? '2') > '1';
  if (!isReadable) throw unknownCursor();
}

const isTime = (time: unknown) => /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(`${time}`) && !Number.isNaN(Date.parse(`${time}`));

function sourceOf(tenant: TenantId, filters: OrderFilters & Bounds) {
  const { q, updated_from, began, order, low, high } = filters;
  if (updated_from !== undefined && began !== undefined) return feed(tenant, updated_from, began);
  if (q !== undefined) return search(tenant, q);
  const range: Range = { low, high, direction: order === 'asc' ? 'ascending' : 'descending' };
  const tasks = taskNames.filter((name) => filters[name] === true);
  return tasks.length > 0 ? unfinishedOrders(tenant, tasks, range) : orders(tenant, range);
}

type Range = Pick<Bounds, 'low' | 'high'> & { direction?: 'ascending' | 'descending' };

const orders = (
  tenant: TenantId,
  { low = '', high = '~', direction = 'descending' }: Range,
  attributes = listed,
): Source<Found> => ({
  ...itemsIn<Found>(tenant, 'ORDER#', direction, { low, high }),
  attributes,
});

/** The orders that have all of these tasks left. The cost depends only on the unfinished orders. */
function unfinishedOrders(tenant: TenantId, tasks: Task[], { direction = 'descending', ...range }: Range): Reader<Found> {
  const seen = new Set<string>();
  const isFirst = ({ sk }: { sk: string }) => seen.size < seen.add(sk).size;
  const isWanted = (key: { sk: string; unfinished: string }) => tasks.every((task) => isLeft(key, task)) && isFirst(key);
  return byKeys(tenant, unfinished(tenant, direction, range), isWanted);
}

/** Orders as they are now, by keys that lead to them. Takes two database calls. */
const byKeys = <K extends { sk: string }>(
  tenant: TenantId,
  source: Source<K>,
  isWanted: (key: K) => boolean = () => true,
): Reader<Found> => ({
  positionOf: ({ position = '' }) => position,
  read: async (after, limit) => {
    const { items, last } = await queryPage(source, after, limit);
    const found = items.filter(isWanted).map((key) => [source.positionOf(key), key.sk] as const);
    return { items: await findOrders(tenant, found), last };
  },
});

const matches = (item: OrderItem, filters: OrderFilters) =>
  flags.every((flag) => filters[flag] === undefined || filters[flag] === item[flag]) &&
  taskNames.every((name) => filters[name] === undefined || filters[name] === isLeft(item, name)) &&
  item.created >= (filters.created_from ?? '') &&
  item.created <= (filters.created_to ?? '~') &&
  (filters.shipment_state === undefined || item.shipment_states.includes(filters.shipment_state)) &&
  (filters.tag === undefined || parsedOrder(item).tags.includes(filters.tag)) &&
  (filters.sku === undefined || parsedOrder(item).lines.some(({ sku }) => sku === filters.sku));

/** Order numbers increase with creation time, but may be out of order by the duration of a request. */
const numberSlackMs = 10_000;
const maxSteps = 9;

async function boundsOf(tenant: TenantId, { created_from, created_to }: OrderFilters): Promise<Bounds> {
  const newest = created_from || created_to ? await findLastOrderUpTo(tenant, '~') : undefined;
  if (!newest) return {};
  const [low] = created_from ? await findNumbersAround(tenant, newest.number, Date.parse(created_from) - numberSlackMs) : [];
  const [, high] = created_to ? await findNumbersAround(tenant, newest.number, Date.parse(created_to) + numberSlackMs) : [];
  // DynamoDB rejects a range that ends before it begins, so collapse it to one key.
  if (low && high && high < low) return { low, high: low };
  return { ...(low && { low }), ...(high && { high }) };
}

/** Binary search for a time: the highest order number found before it, and the lowest after it. */
async function findNumbersAround(
  tenant: TenantId,
  newest: number,
  time: number,
): Promise<[string | undefined, string | undefined]> {
  let before = 1000;
  let after = newest + 1;
  for (let step = 0; step < maxSteps && after - before > 1; step++) {
    const middle = Math.floor((before + after) / 2);
    const found = await findLastOrderUpTo(tenant, bareKey(middle));
    if (!found || found.created < time) before = middle;
    else after = found.number;
  }
  return [before > 1000 ? bareKey(before) : undefined, after <= newest ? bareKey(after) : undefined];
}

const bareKey = (number: number) => orderKey(String(number)).slice('ORDER#'.length);

/** The order with the highest number up to `high`. */
async function findLastOrderUpTo(tenant: TenantId, high: string): Promise<{ number: number; created: number } | undefined> {
  const { items } = await queryPage(orders(tenant, { high }, ['sk', 'created']), undefined, 1);
  const [item] = items;
  return item && { number: Number(item.sk.slice('ORDER#'.length)), created: Date.parse(item.created) };
}

/** A client that begins its next walk here misses nothing. */
const syncedUntil = (began: string) => new Date(Date.parse(began) - changeSlackMs).toISOString();

/** The orders changed since a time and before the walk began, oldest change first. DynamoDB rejects a range that ends before it begins. */
const feed = (tenant: TenantId, from: string, began: string): Reader<Found> =>
  byKeys(tenant, changed(tenant, from, from > began ? from : began));
