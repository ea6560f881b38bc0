import type { Options as CallOptions, StoreClient } from '../client/client.ts';
import { reasonIfRejected, undefinedIf } from '../client/error.ts';
import type { ProductRow } from './productRows.ts';

type Options = Pick<CallOptions, 'actor' | 'onWait'>;

/**
 * Creates or updates the product of a row. Returns why it is rejected, or undefined if it is saved. Do not repeat it after a lost
 * response if the row has a stock count: that would undo the sales in between.
 */
export async function saveProduct(store: StoreClient, row: ProductRow, options: Options = {}): Promise<string | undefined> {
  try {
    return await save(store, row, options);
  } catch (error) {
    return reasonIfRejected(error, [400, 404, 409, 413]);
  }
}

/** PUT sets a product as a whole, so it needs the values that the row leaves out. PATCH cannot set the stock. */
async function save(store: StoreClient, row: ProductRow, options: Options): Promise<string | undefined> {
  const { sku, stock, ...others } = row;
  if (stock !== undefined && isWhole(others)) {
    await store.putProduct({ sku, stock, ...others }, options);
    return undefined;
  }
  const isPatch = stock === undefined && Object.keys(others).length > 0;
  const found = isPatch ? store.updateProduct({ sku, ...others }, options) : store.getProduct({ sku });
  const existing = await found.catch(undefinedIf('not_found'));
  if (!existing) return create(store, row, options);
  if (stock !== undefined) {
    const { name, price, weight, tax_rate, low_stock } = { ...existing, ...others };
    await store.putProduct({ sku, name, price, weight, tax_rate, low_stock, stock }, options);
  }
}

type Others = Omit<ProductRow, 'sku' | 'stock'>;

/** Whether it has all that PUT requires or would remove. */
const isWhole = (row: Others): row is Required<Omit<Others, 'low_stock'>> & Others =>
  [row.name, row.price, row.weight, row.tax_rate].every((value) => value !== undefined);

async function create(store: StoreClient, row: ProductRow, options: Options): Promise<string | undefined> {
  const { sku, name, price, weight = null, tax_rate = null, low_stock = null, stock = null } = row;
  if (name === undefined || price === undefined) return problemIfNew(row);
  const product = { sku, name, price, weight, tax_rate, low_stock, stock };
  const repeatable = stock === null;
  const creation = store.putProduct(product, { ...options, createOnly: true, repeatable });
  const created = await creation.catch(undefinedIf('already_exists'));
  // Somebody else has just created it, or a first attempt whose response was lost.
  return created ? undefined : save(store, row, options);
}

/** What a row must have to create a product, beyond its SKU. */
export function problemIfNew(row: ProductRow): string | undefined {
  const missing = (['name', 'price'] as const).filter((name) => row[name] === undefined);
  return missing.map((name) => `${name}: is required for a new product`).join('; ') || undefined;
}
