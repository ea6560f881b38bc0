import { operation } from '../../lib/api/operation.ts';
import * as products from '../../lib/product/data.ts';
import { updateProduct } from '../../lib/product/routes.ts';

export const handler = operation(updateProduct, async ({ tenant, params, body, ...change }) => ({
  product: await products.updateProduct(tenant, params.sku, body, change),
}));
