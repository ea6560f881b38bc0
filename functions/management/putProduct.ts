import { Answer, operation } from '../../lib/operation.ts';
import { putProduct } from '../../lib/product/routes.ts';
import * as products from '../../lib/product/write.ts';

export const handler = operation(putProduct, async ({ tenant, params, body, now }) => {
  const { product, created } = await products.putProduct(tenant, params.sku, body, now);
  return new Answer({ product }, { status: created ? 201 : 200 });
});
