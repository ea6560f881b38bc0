import { OperationResponse } from '../../lib/api/call.ts';
import { operation } from '../../lib/api/operation.ts';
import * as products from '../../lib/product/data.ts';
import { putProduct } from '../../lib/product/routes.ts';

export const handler = operation(putProduct, async ({ tenant, params, body, ...change }) => {
  const { product, created } = await products.putProduct(tenant, params.sku, body, change);
  return new OperationResponse({ product }, { status: created ? 201 : 200 });
});
