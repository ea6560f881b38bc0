import { add, createDrawn } from '../db/action.ts';
import { commit } from '../db/commit.ts';
import type { TenantId } from '../db/key.ts';
import { find } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { set } from '../db/write.ts';
import { ConditionFailed } from '../db/writeErrors.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { type IdempotencyKey, once } from '../idempotency.ts';
import type { Body } from '../route.ts';
import { getTenant } from '../tenant/data.ts';
import { timeId } from '../values/id.ts';
import { minor, tooFine } from '../values/money.ts';
import { getProduct, viewOf } from './data.ts';
import { productKey } from './key.ts';
import type { putProduct as putRow, updateProduct as updateRow } from './routes.ts';
import type { Product, StoredProduct } from './schema.ts';

type Whole = Body<ReturnType<typeof putRow>>;
type Part = Body<ReturnType<typeof updateRow>>;

/** Creates a product or replaces what is said of it; what orders have reserved stays theirs. */
export async function putProduct(tenant: TenantId, sku: string, given: Whole, now: Date) {
  await mustFitCurrency(tenant, given.price);
  const { name, price, stock, weight = null } = given;
  const mark = timeId(now);
  const counting = stock === null ? { counted: false } : { counted: true, available: stock };
  const notYet = { expression: 'attribute_not_exists(mark) OR mark <> :mark' };
  const initially = { reserved: 0, made: mark, ...(stock === null && { available: 0 }) };
  return retryOnConflict(async () => {
    const write = set<Marked>(tenant, productKey(sku), { sku, name, price, weight, ...counting, mark }, notYet, initially);
    const product = await write.catch((error) => ownWrite(tenant, sku, error));
    return { product: viewOf(product), created: product.made === mark };
  });
}

type Marked = StoredProduct & { made: string };

/** The mark is there already: our own write went through, and its answer was lost. */
async function ownWrite(tenant: TenantId, sku: string, error: unknown): Promise<Marked> {
  if (!(error instanceof ConditionFailed)) throw error;
  return (await find<Marked>(tenant, productKey(sku))) as Marked;
}

export async function updateProduct(tenant: TenantId, sku: string, part: Part): Promise<Product> {
  if (part.price !== undefined) await mustFitCurrency(tenant, part.price);
  return retryOnConflict(async () => {
    const write = set<StoredProduct>(tenant, productKey(sku), part);
    return viewOf(await write.catch((error) => Promise.reject(error instanceof ConditionFailed ? notFound('product') : error)));
  });
}

async function mustFitCurrency(tenant: TenantId, price: number) {
  const { currency } = await getTenant(tenant);
  if (minor(price, currency) === undefined) throw invalid('price', tooFine(currency));
}

const aDay = 86_400;

/** Adds to what is available of a product, or takes away; beside it stands for a day what tells this very request that it has done so. */
export function adjustStock(tenant: TenantId, sku: string, adjust: number, now: Date, key: IdempotencyKey | undefined) {
  const condition = { expression: 'counted = :yes AND available >= :needed', values: { ':yes': true, ':needed': -adjust } };
  const product = add(tenant, productKey(sku), { available: adjust }, condition);
  const done = createDrawn(tenant, `IDEM#${timeId(now)}`, { expires_at: Math.floor(now.getTime() / 1000) + aDay });
  return once(tenant, key, {
    run: async (remember) => {
      const idempotency = remember(sku) ?? done;
      await retryOnConflict(() => commit({ idempotency, product }).catch((error) => explain(tenant, sku, adjust, error)));
      return getProduct(tenant, sku);
    },
    replay: (outcome) => getProduct(tenant, outcome),
  });
}

async function explain(tenant: TenantId, sku: string, adjust: number, error: unknown): Promise<never> {
  if (!(error instanceof ConditionFailed && error.failed.has('product'))) throw error;
  const { stock } = await getProduct(tenant, sku);
  if (stock === null) throw invalid('adjust', 'has no meaning for a product that is not counted');
  if (stock.available + adjust >= 0) throw error;
  const { available } = stock;
  throw new ApiError('insufficient_stock', `Only ${available} are available.`, {
    stock: [{ sku, requested: -adjust, available }],
  });
}
