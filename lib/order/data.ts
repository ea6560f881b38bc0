import { type Action, createGeneratedAction, putAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { find } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit, put } from '../db/write.ts';
import { notFound } from '../errors.ts';
import { timeId, timeIdAt } from '../values/id.ts';
import type { Json } from '../values/json.ts';
import { type OrderAuthor, recorded } from './history.ts';
import { isOlder, limitFor, type OrderItem, orderItem, orderJson, orderKey, ordinaryLimit, stateOf } from './orderItem.ts';
import type { Order } from './schema.ts';
import { searchActions } from './search.ts';
import type { OrderState } from './state.ts';
import { stockMoves } from './stock.ts';

export const createOrderAction = (tenant: TenantId, state: OrderState): Action =>
  createGeneratedAction(tenant, orderKey(state.order.number), orderItem(state, 1, ordinaryLimit));

/** Replaces an order if it has not been written since it was loaded. Attributes that a newer version stored stay. */
export const saveOrderAction = (tenant: TenantId, state: OrderState, item: OrderItem, limit: number): Action =>
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
export const saveAlone = (order: Action, search: Record<string, Action>): Promise<void> =>
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
    const search = searchActions(tenant, before.order, after.order, isOlder(item));
    await save({ tenant, item, before, after, save: action, search });
    return after;
  });
}
