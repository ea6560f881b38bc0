import type { TenantId } from '../db/key.ts';
import { findSnapshot } from '../db/read.ts';
import { commit } from '../db/write.ts';
import { ConditionFailed } from '../db/writeErrors.ts';
import { moveAction, mustHaveStock, type StockMove } from '../product/stock.ts';
import { productKey, type StoredProduct } from '../product/storedProduct.ts';
import { type Change, saveAlone } from './data.ts';
import { type OrderItem, orderKey } from './orderItem.ts';
import { stockMoves } from './stock.ts';

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
