import { notFound } from '../api/errors.ts';
import { type Action, createGeneratedAction, putAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { find, findSnapshot } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit, put } from '../db/write.ts';
import { ConditionFailed } from '../db/writeErrors.ts';
import { moveAction, mustHaveStock, type StockMove } from '../product/stock.ts';
import { productKey, type StoredProduct } from '../product/storedProduct.ts';
import { timeId, timeIdAt } from '../values/id.ts';
import type { Json } from '../values/json.ts';
import { type OrderAuthor, recorded } from './history.ts';
import { limitFor, type OrderItem, orderItem, orderJson, orderKey, ordinaryLimit, stateOf } from './orderItem.ts';
import type { Order } from './schema.ts';
import { searchActions } from './search.ts';
import type { OrderState } from './state.ts';
import { stockMoves } from './stock.ts';

export const createOrderAction = (tenant: TenantId, state: OrderState): Action =>
  createGeneratedAction(tenant, orderKey(state.order.number), orderItem(state, 1, ordinaryLimit));

/** Replaces an order if it has not been written since it was loaded. Attributes that a newer version stored are kept. */
const saveOrderAction = (tenant: TenantId, state: OrderState, item: OrderItem, limit: number): Action =>
  putAction(
    tenant,
    orderKey(state.order.number),
    { ...item, ...orderItem(state, item.revision + 1, limit) },
    { expression: 'revision = :loaded', values: { ':loaded': item.revision } },
  );

export async function getOrder(tenant: TenantId, number: string): Promise<Json<Order>> {
  return orderJson(await load(tenant, number));
}

/** An order with the state that is stored but never returned. */
export const getOrderState = async (tenant: TenantId, number: string): Promise<OrderState> =>
  stateOf(await load(tenant, number));

export async function findOrder(tenant: TenantId, number: string): Promise<Json<Order> | undefined> {
  const item = await find<OrderItem>(tenant, orderKey(number));
  return item && orderJson(item);
}

export const findPlacingTime = async (tenant: TenantId, number: string): Promise<string | undefined> =>
  (await find<OrderItem>(tenant, orderKey(number)))?.created;

async function load(tenant: TenantId, number: string): Promise<OrderItem> {
  const item = await find<OrderItem>(tenant, orderKey(number));
  if (!item) throw notFound(`order ${number} in this store`);
  return item;
}

/** Longer than a request can run, so that it always finds its own write, however many others write in between. */
const markLifetimeMs = 20_000;

export type Change = {
  tenant: TenantId;
  item: OrderItem;
  before: OrderState;
  after: OrderState;
  save: Action;
  search: Record<string, Action>;
};

/** Saves an order without moving stock. */
async function saveWithoutStock({ before, after, save, search }: Change): Promise<void> {
  if (stockMoves(before, after).length > 0) throw new Error('the change moves stock, so it needs createStockSaver');
  await saveAlone(save, search);
}

/** Saves an order, in a transaction only if its search keys change with it. */
const saveAlone = (order: Action, search: Record<string, Action>): Promise<void> =>
  Object.keys(search).length > 0 ? commit({ order, ...search }) : put(order);

/** Loads an order, lets `decide` change it, and saves it exactly once or not at all. */
export function changeOrder(
  tenant: TenantId,
  number: string,
  { by, now }: { by: OrderAuthor; now: Date },
  decide: (state: OrderState) => OrderState,
  save: (change: Change) => Promise<void> = saveWithoutStock,
): Promise<OrderState> {
  const writeId = timeId(now);
  return retryOnConflict(async () => {
    const item = await load(tenant, number);
    const before = stateOf(item);
    if (before.marks.includes(writeId)) return before;
    const after = decide(before);
    if (after === before) return before;
    const marks = [writeId, ...before.marks.filter((other) => other > timeIdAt(now.getTime() - markLifetimeMs))];
    const history = recorded(before, after, by, now);
    const action = saveOrderAction(tenant, { ...after, history, marks }, item, limitFor(before, after));
    const search = searchActions(tenant, before.order, after.order);
    await save({ tenant, item, before, after, save: action, search });
    return after;
  });
}

/** Creates a function that saves an order and moves its stock. Remembers across retries which products are counted. */
export function createStockSaver(): (change: Change) => Promise<void> {
  let products: Map<string, StoredProduct> | undefined;
  return async ({ tenant, item, before, after, save, search }) => {
    const moves = stockMoves(before, after);
    if (moves.length === 0) return saveAlone(save, search);
    const stockActions = moves.map((move) => [
      `stock ${move.sku}`,
      moveAction(tenant, move, products?.get(move.sku)?.counted ?? true),
    ]);
    try {
      await commit({ order: save, ...search, ...Object.fromEntries(stockActions) });
    } catch (error) {
      if (!(error instanceof ConditionFailed) || error.failed.has('order')) throw error;
      const snapshot = await loadWithProducts(tenant, after.order.number, after.stock.counted);
      products = snapshot.products;
      // The snapshot proves a shortage only if the order has not changed since it was loaded.
      const isSame = snapshot.item.revision === item.revision;
      if (isSame) mustHaveStock(unitsTaken(moves), products, after.order.lines);
      throw error;
    }
  };
}

/** The units of each product that leave the available stock. */
const unitsTaken = (moves: StockMove[]): Record<string, number> =>
  Object.fromEntries(moves.flatMap(({ sku, available }) => (available < 0 ? [[sku, -available]] : [])));

/** Loads a consistent snapshot of an order and its products. */
async function loadWithProducts(tenant: TenantId, number: string, skus: string[]) {
  const items = await findSnapshot<OrderItem | StoredProduct>(tenant, [orderKey(number), ...skus.map(productKey)]);
  const products = new Map(skus.map((sku) => [sku, items.get(productKey(sku)) as StoredProduct]));
  return { item: items.get(orderKey(number)) as OrderItem, products };
}
