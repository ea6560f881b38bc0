import { operation } from '../../lib/operation.ts';
import * as deliveries from '../../lib/webhook/delivery.ts';
import { getDeliveries } from '../../lib/webhook/routes.ts';

export const handler = operation(getDeliveries, async ({ tenant, query, now }) => {
  const { items, next_cursor } = await deliveries.getDeliveries(tenant, query, now);
  return { deliveries: items, next_cursor };
});
