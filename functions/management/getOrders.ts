import { operation } from '../../lib/operation.ts';
import * as list from '../../lib/order/list.ts';
import { getOrders } from '../../lib/order/routes.ts';

export const handler = operation(getOrders, async ({ tenant, query }) => {
  const { items, next_cursor } = await list.getOrders(tenant, query);
  return { orders: items, next_cursor };
});
