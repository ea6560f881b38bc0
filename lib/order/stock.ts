import { commit } from '../db/commit.ts';
import type { TenantId } from '../db/key.ts';
import { put } from '../db/put.ts';
import { findSnapshot } from '../db/readAtOnce.ts';
import { ConditionFailed } from '../db/writeErrors.ts';
import { productKey } from '../product/key.ts';
import type { StoredProduct } from '../product/schema.ts';
import { moveAction, moves, shortage } from '../product/stock.ts';
import type { Change } from './data.ts';
import { type OrderItem, orderKey } from './item.ts';

/** Saves orders together with the stock that moves with them. It remembers, over the tries of one request, how the products stand. */
export function savesWithStock(): (change: Change) => Promise<void> {
  let products: Map<string, StoredProduct> | undefined;
  return async ({ tenant, item, before, after, order }) => {
    const moved = after.stock === before.stock ? [] : moves(before.stock, after.stock);
    if (moved.length === 0) return put(order);
    const stock = moved.map((move) => [move.sku, moveAction(tenant, move, products?.get(move.sku)?.counted ?? true)]);
    try {
      await commit({ order, ...Object.fromEntries(stock.map(([sku, action]) => [`stock ${sku}`, action])) });
    } catch (error) {
      if (!(error instanceof ConditionFailed) || error.failed.has('order')) throw error;
      const instant = await loadWithProducts(tenant, after.order.number, Object.keys(after.stock.units));
      products = instant.products;
      // Only of an order that is still as it was loaded do the products tell what it lacks.
      const isSame = instant.item.revision === item.revision;
      if (isSame && moved.some(({ available }) => available < 0)) shortage(after.stock.units, products, after.order.lines);
      throw error;
    }
  };
}

/** An order and products as they stand at one instant. */
async function loadWithProducts(tenant: TenantId, number: string, skus: string[]) {
  const items = await findSnapshot<OrderItem | StoredProduct>(tenant, [orderKey(number), ...skus.map(productKey)]);
  const products = new Map(skus.map((sku) => [sku, items.get(productKey(sku)) as StoredProduct]));
  return { item: items.get(orderKey(number)) as OrderItem, products };
}
