import { operation } from '../../lib/api/operation.ts';
import * as products from '../../lib/product/data.ts';
import { getProducts } from '../../lib/product/routes.ts';

export const handler = operation(getProducts, async ({ tenant, query }) => {
  const { items, next_cursor } = await products.getProducts(tenant, query);
  return { products: items, next_cursor };
});
