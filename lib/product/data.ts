import type { Author } from '../api/call.ts';
import { ApiError, invalid, notFound } from '../api/errors.ts';
import { type FiltersOf, type ListQuery, page } from '../api/list.ts';
import { auditAction, changes, identified } from '../audit/entry.ts';
import { asLoaded, updateAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { itemsIn } from '../db/query.ts';
import { find, findEach } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit } from '../db/write.ts';
import { type TenantItem, tenantOf } from '../tenant/tenantItem.ts';
import { fold } from '../values/fold.ts';
import { timeId } from '../values/id.ts';
import { minor, tooManyDecimals } from '../values/money.ts';
import type { ProductPatch, productFilters, WholeProduct } from './inputs.ts';
import { defaultLowStock } from './limits.ts';
import type { Product } from './schema.ts';
import { productKey, productOf, productSchema, productView, type StoredProduct } from './storedProduct.ts';

export const getProduct = async (tenant: TenantId, sku: string): Promise<Product> =>
  productView(await loadProduct(tenant, sku));

export async function loadProduct(tenant: TenantId, sku: string): Promise<StoredProduct> {
  const product = await find<StoredProduct>(tenant, productKey(sku));
  if (!product) throw productNotFound(sku);
  return productOf(product);
}

const productNotFound = (sku: string) => notFound(`product ${sku} in this store`);

type Filters = FiltersOf<typeof productFilters>;

const compactOf = (text: string) => fold(text).replaceAll(' ', '');

export const getProducts = (tenant: TenantId, query: ListQuery & Filters) =>
  page<StoredProduct, Product, Filters>({
    scope: tenant,
    operation: 'getProducts',
    query,
    texts: ['q'],
    sourceFor: ({ archived: wanted = false, q, low_stock, stock_below }) => {
      const text = q === undefined ? undefined : compactOf(q);
      const isBelow = ({ counted, available }: StoredProduct, units: number) => counted && available < units;
      const isWanted = (product: StoredProduct) =>
        (text === undefined || (text !== '' && [product.sku, product.name].some((one) => compactOf(one).includes(text)))) &&
        (stock_below === undefined || isBelow(product, stock_below)) &&
        (low_stock === undefined || isBelow(product, product.low_stock ?? defaultLowStock) === low_stock);
      return {
        source: itemsIn(tenant, 'PRODUCT#', 'ascending'),
        view: productView,
        isListed: (product) => productOf(product).archived === wanted && isWanted(product),
        mostMatch: !wanted && q === undefined && low_stock === undefined && stock_below === undefined,
      };
    },
  });

/** Loads a product and, if the request sets a price, the tenant, whose currency the price must fit. */
async function findProductFor(tenant: TenantId, sku: string, price: number | undefined): Promise<StoredProduct | undefined> {
  const sks = [productKey(sku), price === undefined ? undefined : 'TENANT'] as const;
  const [product, account] = await findEach<[StoredProduct, TenantItem]>(tenant, ...sks);
  if (price !== undefined) {
    const { currency } = tenantOf(account as TenantItem);
    if (minor(price, currency) === undefined) throw invalid('price', tooManyDecimals(currency));
  }
  return product;
}

type Change = { by: Author; now: Date };

/** Creates a product, or replaces it unless `createOnly` is set. Units that orders have reserved stay reserved. */
export function putProduct(
  tenant: TenantId,
  sku: string,
  input: WholeProduct,
  { by, now, createOnly }: Change & { createOnly: boolean },
) {
  const { name, price, stock, weight = null, tax_rate = null, low_stock } = input;
  const entryId = timeId(now);
  const counting = stock === null ? { counted: false } : { counted: true, available: stock };
  const initially = {
    ...{ reserved: 0, archived: false },
    ...(stock === null && { available: 0 }),
    ...(low_stock === undefined && { low_stock: null }),
  };
  return retryOnConflict(async () => {
    const loaded = await findProductFor(tenant, sku, price);
    if (createOnly && loaded) throw alreadyExists(productView(loaded));
    const before = loaded && productView(loaded);
    const counts = stock === null ? null : { available: stock, reserved: loaded?.reserved ?? 0 };
    const kept = {
      low_stock: low_stock === undefined ? (before?.low_stock ?? null) : low_stock,
      archived: before?.archived ?? false,
    };
    const after = { sku, name, price, weight, tax_rate, ...kept, stock: counts };
    const difference = changes(before, after);
    if (!difference.isEmpty) {
      const given = { sku, name, price, weight, tax_rate, ...(low_stock !== undefined && { low_stock }) };
      const set = { ...given, ...counting, schema: productSchema.version, ...nextRevision(loaded) };
      await commit({
        // Stock may change meanwhile, because that leaves the revision as it is.
        product: updateAction(tenant, productKey(sku), set, asLoaded(loaded), initially),
        audit: auditAction(entryId, tenant, by, now, identified({ sku }, difference)),
      });
    }
    // Orders may have reserved units in the meantime.
    const product = difference.isEmpty ? (loaded as StoredProduct) : await loadProduct(tenant, sku);
    return { product: productView(product), created: !loaded };
  });
}

function alreadyExists({ sku, archived }: Product) {
  const exists = archived ? 'already exists and is archived' : 'already exists';
  return new ApiError('already_exists', `Product ${sku} ${exists}. Nothing changed. To replace it, leave out If-None-Match.`);
}

export function updateProduct(tenant: TenantId, sku: string, patch: ProductPatch, { by, now }: Change): Promise<Product> {
  const entryId = timeId(now);
  return retryOnConflict(async () => {
    const loaded = await findProductFor(tenant, sku, patch.price);
    if (!loaded) throw productNotFound(sku);
    const before = productView(loaded);
    const after = { ...before, ...patch };
    const difference = changes(before, after);
    if (difference.isEmpty) return before;
    await commit({
      product: updateAction(tenant, productKey(sku), { ...patch, ...nextRevision(loaded) }, asLoaded(loaded)),
      audit: auditAction(entryId, tenant, by, now, identified({ sku }, difference)),
    });
    return after;
  });
}

const nextRevision = (loaded: StoredProduct | undefined) => ({ revision: (loaded?.revision ?? 0) + 1 });
