import type { TenantId } from '../db/key.ts';
import { partition } from '../db/query.ts';
import { find } from '../db/read.ts';
import { notFound } from '../errors.ts';
import { type ListQuery, page } from '../list.ts';
import { productKey } from './key.ts';
import type { Product, StoredProduct } from './schema.ts';

export async function getProduct(tenant: TenantId, sku: string): Promise<Product> {
  const product = await find<StoredProduct>(tenant, productKey(sku));
  if (!product) throw notFound('product');
  return viewOf(product);
}

export const getProducts = (tenant: TenantId, query: ListQuery) =>
  page({
    scope: tenant,
    operation: 'getProducts',
    query,
    source: () => partition<StoredProduct>(tenant, 'PRODUCT#', 'ascending'),
    view: viewOf,
  });

export const viewOf = ({ sku, name, price, weight, counted, available, reserved }: StoredProduct): Product => ({
  sku,
  name,
  price,
  weight,
  stock: counted ? { available, reserved } : null,
});
