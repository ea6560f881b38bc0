import { commit } from '../db/commit.ts';
import type { TenantId } from '../db/key.ts';
import { ConditionFailed } from '../db/lost.ts';
import { put } from '../db/put.ts';
import { find } from '../db/read.ts';
import { findAtOnce } from '../db/readAtOnce.ts';
import { untilWon } from '../db/retry.ts';
import { notFound } from '../errors.ts';
import { timeId, timeIdAt } from '../id.ts';
import { Json } from '../json.ts';
import { productKey } from '../product/data.ts';
import type { StoredProduct } from '../product/schema.ts';
import { moveAction, moves, shortage } from '../product/stock.ts';
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

/** Loads an order, lets `decide` change it, and saves it together with the stock that moves: in full, once, or not at all. */
export function changeOrder(
  tenant: TenantId,
  number: string,
  now: Date,
  decide: (state: OrderState) => OrderState,
): Promise<OrderState> {
  const mark = timeId(now);
  let products: Map<string, StoredProduct> | undefined;
  return untilWon(async () => {
    const item = await load(tenant, number);
    const before = stateOf(item);
    if (before.marks.includes(mark)) return before;
    const after = decide(before);
    if (after === before) return before;
    const marks = [mark, ...before.marks.filter((other) => other > timeIdAt(now.getTime() - remembered))];
    const order = saveOrder(tenant, { ...after, marks }, item.revision);
    const moved = after.stock === before.stock ? [] : moves(before.stock, after.stock);
    if (moved.length === 0) {
      await put(order);
      return after;
    }
    const stock = moved.map((move) => [move.sku, moveAction(tenant, move, products?.get(move.sku)?.counted ?? true)]);
    try {
      await commit({ order, ...Object.fromEntries(stock.map(([sku, action]) => [`stock ${sku}`, action])) });
    } catch (error) {
      if (!(error instanceof ConditionFailed) || error.failed.has('order')) throw error;
      const instant = await loadWithProducts(tenant, number, Object.keys(after.stock.units));
      products = instant.products;
      // Only of an order that is still as it was loaded do the products tell what it lacks.
      const isSame = instant.item.revision === item.revision;
      if (isSame && moved.some(({ available }) => available < 0)) shortage(after.stock.units, products, after.order.lines);
      throw error;
    }
    return after;
  });
}

/** An order and products as they stand at one instant. */
async function loadWithProducts(tenant: TenantId, number: string, skus: string[]) {
  const items = await findAtOnce<OrderItem | StoredProduct>(tenant, [orderKey(number), ...skus.map(productKey)]);
  const products = new Map(skus.map((sku) => [sku, items.get(productKey(sku)) as StoredProduct]));
  return { item: items.get(orderKey(number)) as OrderItem, products };
}
