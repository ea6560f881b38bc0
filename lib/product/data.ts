import { addAction, createGeneratedAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { partition } from '../db/query.ts';
import { find } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit, set } from '../db/write.ts';
import { ConditionFailed } from '../db/writeErrors.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { type IdempotencyKey, runOnce } from '../idempotency.ts';
import { type ListQuery, page } from '../list.ts';
import { getTenant } from '../tenant/data.ts';
import { timeId } from '../values/id.ts';
import { minor, tooManyDecimals } from '../values/money.ts';
import type { ProductPatch, WholeProduct } from './inputs.ts';
import type { Product } from './schema.ts';
import { productKey, type StoredProduct } from './storedProduct.ts';

export async function getProduct(tenant: TenantId, sku: string): Promise<Product> {
  const product = await find<StoredProduct>(tenant, productKey(sku));
  if (!product) throw productNotFound(sku);
  return viewOf(product);
}

const productNotFound = (sku: string) => notFound(`product ${sku} in this store`);

export const getProducts = (tenant: TenantId, query: ListQuery) =>
  page({
    scope: tenant,
    operation: 'getProducts',
    query,
    sourceFor: () => ({ source: partition<StoredProduct>(tenant, 'PRODUCT#', 'ascending'), view: viewOf }),
  });

const viewOf = ({ sku, name, price, weight, counted, available, reserved }: StoredProduct): Product => ({
  sku,
  name,
  price,
  weight,
  stock: counted ? { available, reserved } : null,
});

/** Creates or replaces a product. Units that orders have reserved stay reserved. */
export async function putProduct(tenant: TenantId, sku: string, input: WholeProduct, now: Date) {
  const { name, price, stock, weight = null } = input;
  await mustFitCurrency(tenant, price);
  const writeId = timeId(now);
  const counting = stock === null ? { counted: false } : { counted: true, available: stock };
  const notYetWritten = { expression: 'attribute_not_exists(mark) OR mark <> :mark' };
  const initially = { reserved: 0, made: writeId, ...(stock === null && { available: 0 }) };
  return retryOnConflict(async () => {
    const write = set<MarkedProduct>(
      tenant,
      productKey(sku),
      { sku, name, price, weight, ...counting, mark: writeId },
      notYetWritten,
      initially,
    );
    const product = await write.catch((error) => ownWrite(tenant, sku, error));
    return { product: viewOf(product), created: product.made === writeId };
  });
}

/** `made` is the ID of the write that created the product. */
type MarkedProduct = StoredProduct & { made: string };

/** If the mark is already set, our own write succeeded and only its response was lost. */
async function ownWrite(tenant: TenantId, sku: string, error: unknown): Promise<MarkedProduct> {
  if (!(error instanceof ConditionFailed)) throw error;
  return (await find<MarkedProduct>(tenant, productKey(sku))) as MarkedProduct;
}

export async function updateProduct(tenant: TenantId, sku: string, patch: ProductPatch): Promise<Product> {
  if (patch.price !== undefined) await mustFitCurrency(tenant, patch.price);
  return retryOnConflict(async () => {
    const write = set<StoredProduct>(tenant, productKey(sku), patch);
    return viewOf(
      await write.catch((error) => Promise.reject(error instanceof ConditionFailed ? productNotFound(sku) : error)),
    );
  });
}

async function mustFitCurrency(tenant: TenantId, price: number) {
  const { currency } = await getTenant(tenant);
  if (minor(price, currency) === undefined) throw invalid('price', tooManyDecimals(currency));
}

const daySeconds = 86_400;

/** Adds or removes available units. Without an Idempotency-Key, a marker item makes retries within this request safe. */
export function adjustStock(tenant: TenantId, sku: string, adjust: number, now: Date, key: IdempotencyKey | undefined) {
  const condition = { expression: 'counted = :yes AND available >= :needed', values: { ':yes': true, ':needed': -adjust } };
  const product = addAction(tenant, productKey(sku), { available: adjust }, condition);
  const marker = createGeneratedAction(tenant, `IDEM#${timeId(now)}`, {
    expires_at: Math.floor(now.getTime() / 1000) + daySeconds,
  });
  return runOnce(tenant, key, {
    run: async (remember) => {
      const idempotency = remember(sku) ?? marker;
      await retryOnConflict(() => commit({ idempotency, product }).catch((error) => throwReason(tenant, sku, adjust, error)));
      return getProduct(tenant, sku);
    },
    replay: (outcome) => getProduct(tenant, outcome),
  });
}

async function throwReason(tenant: TenantId, sku: string, adjust: number, error: unknown): Promise<never> {
  if (!(error instanceof ConditionFailed && error.failed.has('product'))) throw error;
  const { stock } = await getProduct(tenant, sku);
  if (stock === null)
    throw invalid('adjust', `cannot be applied to ${sku}: its stock is not tracked. Set \`stock\` to a number first`);
  if (stock.available + adjust >= 0) throw error;
  const { available } = stock;
  throw new ApiError('insufficient_stock', `You tried to remove ${-adjust} of ${sku}, but only ${available} are available.`, {
    stock: [{ sku, requested: -adjust, available }],
  });
}
