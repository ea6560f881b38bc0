import { operation } from '../../lib/operation.ts';
import { updateProduct } from '../../lib/product/routes.ts';
import * as products from '../../lib/product/write.ts';

export const handler = operation(updateProduct, async ({ tenant, params, body }) => ({
  product: await products.updateProduct(tenant, params.sku, body),
}));
