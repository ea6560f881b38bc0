import { operation } from '../../lib/api/operation.ts';
import * as products from '../../lib/product/data.ts';
import { getProduct } from '../../lib/product/routes.ts';

export const handler = operation(getProduct, async ({ tenant, params }) => ({
  product: await products.getProduct(tenant, params.sku),
}));
