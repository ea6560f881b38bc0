import { Answer, operation } from '../../lib/operation.ts';
import { adjustStock } from '../../lib/product/routes.ts';
import * as products from '../../lib/product/write.ts';

export const handler = operation(adjustStock, async ({ tenant, params, body, now, idempotency }) => {
  const { value: product, replayed } = await products.adjustStock(tenant, params.sku, body.adjust, now, idempotency);
  return new Answer({ product }, { replayed });
});
