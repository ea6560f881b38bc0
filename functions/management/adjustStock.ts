import { Answer } from '../../lib/call.ts';
import { operation } from '../../lib/operation.ts';
import * as products from '../../lib/product/data.ts';
import { adjustStock } from '../../lib/product/routes.ts';

export const handler = operation(adjustStock, async ({ tenant, params, body, now, idempotency }) => {
  const { value: product, replayed } = await products.adjustStock(tenant, params.sku, body.adjust, now, idempotency);
  return new Answer({ product }, { replayed });
});
