import { OperationResponse } from '../../lib/api/call.ts';
import { operation } from '../../lib/api/operation.ts';
import { changeStock } from '../../lib/product/changeStock.ts';
import { adjustStock } from '../../lib/product/routes.ts';

export const handler = operation(adjustStock, async ({ tenant, params, body, ...change }) => {
  const { value: product, replayed } = await changeStock(tenant, params.sku, body, change);
  return new OperationResponse({ product }, { replayed });
});
