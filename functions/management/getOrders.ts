import { operation } from '../../lib/api/operation.ts';
import * as list from '../../lib/order/getOrders.ts';
import { getOrders } from '../../lib/order/routes.ts';

export const handler = operation(getOrders, async ({ tenant, query, now }) => {
  const { items, ...rest } = await list.getOrders(tenant, query, now);
  return { orders: items, ...rest };
});
