import { notFound } from '../api/errors.ts';
import { type Action, asLoaded, createAction, putAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { find, findSnapshot } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit, put } from '../db/write.ts';
import { ConditionFailed } from '../db/writeErrors.ts';
import { moveAction, mustHaveStock, type StockMove } from '../product/stockActions.ts';
import { productKey, type StoredProduct } from '../product/storedProduct.ts';
import { timeId, timeIdAt } from '../values/id.ts';
import type { Json } from '../values/json.ts';
import { type OrderAuthor, recorded } from './history.ts';
import { limitFor, type OrderItem, orderItem, orderJson, orderKey, ordinaryLimit, stateOf } from './orderItem.ts';
import type { Order } from './schema.ts';
import { searchActions } from './searchKeys.ts';
import { type OrderState, type Recording, recordedWith } from './state.ts';
import { stockMoves } from './stockMoves.ts';

export const createOrderAction = (tenant: TenantId, state: OrderState): Action =>
  createAction(tenant, orderKey(state.order.number), orderItem(state, 1, ordinaryLimit));

/** Replaces an order if it has not been written since it was loaded. Attributes that a newer version stored are kept. */
const saveOrderAction = (tenant: TenantId, state: OrderState, item: OrderItem, limit: number): Action =>
  putAction(tenant, orderKey(state.order.number), { ...item, ...orderItem(state, item.revision + 1, limit) }, asLoaded(item));

export async function getOrder(tenant: TenantId, number: string): Promise<Json<Order>> {
  // The rest, such as the history, can be much larger.
  return orderJson(await loadOrder(tenant, number, ['json', 'more', 'version']));
}

/** An order with the state that is stored but never returned. */
export const getOrderState = async (tenant: TenantId, number: string): Promise<OrderState> =>
  stateOf(await loadOrder(tenant, number));

export const findPlacingTime = async (tenant: TenantId, number: string): Promise<string | undefined> =>
  (await find<OrderItem>(tenant, orderKey(number), ['created']))?.created;

export async function loadOrder<K extends keyof OrderItem>(
  tenant: TenantId,
  number: string,
  attributes?: readonly K[],
): Promise<Pick<OrderItem, K>> {
  const item = await find<Pick<OrderItem, K>>(tenant, orderKey(number), attributes);
  if (!item) throw notFound(`order ${number} in this store`);
  return item;
}

/** Longer than a request can run, so that it always finds its own write, however many others write in between. */
const markLifetimeMs = 20_000;

/** The most that one transaction can have. */
export const maxActions = 100;

/** How many search keys can change together with an order and its stock. */
export const roomForSearch = (stock: readonly Action[]): number => maxActions - 1 - stock.length;

type Write = { by: OrderAuthor; now: Date; writeId: string };

/** A changed order with its history, and the mark by which a request finds its own write. */
export function stateToSave(before: OrderState, after: OrderState, { by, now, writeId }: Write): OrderState {
  const marks = [writeId, ...before.marks.filter((other) => other > timeIdAt(now.getTime() - markLifetimeMs))];
  // A change that erases texts of the history has recorded itself.
  const history = after.history === before.history ? recorded(before, after, by, now) : after.history;
  return { ...after, history, marks };
}

/** Loads an order, lets `decide` change it, and saves it with the stock that it moves, exactly once or not at all. */
export function changeOrder(
  tenant: TenantId,
  number: string,
  { by, now }: { by: OrderAuthor; now: Date },
  decide: (state: OrderState) => OrderState,
): Promise<OrderState> {
  const writeId = timeId(now);
  /** Loaded once stock could not be moved, because a product may no longer be counted. */
  let products: Map<string, StoredProduct> | undefined;
  return retryOnConflict(async () => {
    const item = await loadOrder(tenant, number);
    const before = stateOf(item);
    if (before.marks.includes(writeId)) return before;
    const after = decide(before);
    if (after === before) return before;
    const order = saveOrderAction(tenant, stateToSave(before, after, { by, now, writeId }), item, limitFor(before, after));
    const moves = stockMoves(before, after);
    const stock = moves.map((move) => moveAction(tenant, move, products?.get(move.sku)?.counted ?? true));
    // A cancelled part can empty many parcels. Stale search keys of their tracking numbers may stay: reading filters them out.
    const search = searchActions(tenant, before.order, after.order).slice(0, roomForSearch(stock));
    if (search.length + stock.length === 0) await put(order);
    else
      await commit({ order, search, stock }).catch(async (error) => {
        const isStockOnly = error instanceof ConditionFailed && !error.failed.has('order');
        if (isStockOnly) products = await productsToMove(tenant, item, after, moves);
        throw error;
      });
    return after;
  });
}

export type RecordKind = 'pay' | 'crd' | 'shp' | 'ret';

export const recordId = (kind: RecordKind, now: Date) => `${kind}_${timeId(now)}`;

/**
 * Like `changeOrder`, for a change that records something with an ID. `id` is what this request, or an earlier one with the same
 * idempotency key, recorded.
 */
export async function recordInOrder(
  tenant: TenantId,
  number: string,
  kind: RecordKind,
  { by, now, idempotency, ifMatch }: { by: OrderAuthor } & Omit<Recording, 'id'>,
  decide: (state: OrderState, recording: Recording) => OrderState,
): Promise<{ state: OrderState; id: string; replayed: boolean }> {
  const recording = { id: recordId(kind, now), now, idempotency, ifMatch };
  const state = await changeOrder(tenant, number, { by, now }, (state) => decide(state, recording));
  const id = recordedWith(state, idempotency) ?? recording.id;
  return { state, id, replayed: id !== recording.id };
}

/** The units of each product that leave the available stock. */
const unitsTaken = (moves: StockMove[]): Record<string, number> =>
  Object.fromEntries(moves.flatMap(({ sku, available }) => (available < 0 ? [[sku, -available]] : [])));

/** The products of an order whose stock could not be moved. Throws if one has too few units, which only reopening needs. */
async function productsToMove(tenant: TenantId, item: OrderItem, { order, stock }: OrderState, moves: StockMove[]) {
  const skus = stock.counted;
  const keys = [orderKey(order.number), ...skus.map(productKey)];
  const snapshot = await findSnapshot<OrderItem | StoredProduct>(tenant, keys);
  const products = new Map(skus.map((sku) => [sku, snapshot.get(productKey(sku)) as StoredProduct]));
  const { revision } = snapshot.get(orderKey(order.number)) as OrderItem;
  // The snapshot proves a shortage only if the order has not changed since it was loaded.
  if (revision === item.revision)
    mustHaveStock(unitsTaken(moves), products, order.lines, 'Add stock before you reopen the order.');
  return products;
}
