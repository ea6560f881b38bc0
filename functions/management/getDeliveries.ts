import { operation } from '../../lib/api/operation.ts';
import { findPlacingTime } from '../../lib/order/data.ts';
import * as deliveries from '../../lib/webhook/delivery.ts';
import { getDeliveries } from '../../lib/webhook/routes.ts';

export const handler = operation(getDeliveries, async ({ tenant, query, now }) => {
  const { items, next_cursor } = await deliveries.getDeliveries(tenant, query, now, findPlacingTime);
  return { deliveries: items, next_cursor };
});
