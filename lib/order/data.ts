import type { Action } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { put } from '../db/put.ts';
import { find } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { notFound } from '../errors.ts';
import { moves } from '../product/stock.ts';
import { timeId, timeIdAt } from '../values/id.ts';
import { Json } from '../values/json.ts';
import { type OrderItem, orderKey, saveOrder, stateOf } from './item.ts';
import type { Order, OrderState } from './schema.ts';

/** An order as its stored text. */
export async function getOrder(tenant: TenantId, number: string): Promise<Json<Order>> {
  const order = await findOrder(tenant, number);
  if (!order) throw notFound('order');
  return order;
}

export async function findOrder(tenant: TenantId, number: string): Promise<Json<Order> | undefined> {
  const item = await find<OrderItem>(tenant, orderKey(number));
  return item && new Json(item.json, item.version);
}

async function load(tenant: TenantId, number: string): Promise<OrderItem> {
  const item = await find<OrderItem>(tenant, orderKey(number));
  if (!item) throw notFound('order');
  return item;
}

/** Longer than a request may take, so that it finds its own mark however many others have written since. */
const remembered = 20_000;

export type Change = { tenant: TenantId; item: OrderItem; before: OrderState; after: OrderState; order: Action };

/** Saves an order that moves no stock. */
async function saveAlone({ before, after, order }: Change): Promise<void> {
  if (moves(before.stock, after.stock).length > 0) throw new Error('stock moves, and would not be saved');
  await put(order);
}

/** Loads an order, lets `decide` change it, and saves it: in full, once, or not at all. */
export function changeOrder(
  tenant: TenantId,
  number: string,
  now: Date,
  decide: (state: OrderState) => OrderState,
  save: (change: Change) => Promise<void> = saveAlone,
): Promise<OrderState> {
  const mark = timeId(now);
  return retryOnConflict(async () => {
    const item = await load(tenant, number);
    const before = stateOf(item);
    if (before.marks.includes(mark)) return before;
    const after = decide(before);
    if (after === before) return before;
    const marks = [mark, ...before.marks.filter((other) => other > timeIdAt(now.getTime() - remembered))];
    const order = saveOrder(tenant, { ...after, marks }, item.revision);
    await save({ tenant, item, before, after, order });
    return after;
  });
}
