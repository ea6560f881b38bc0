import { OperationResponse } from '../../lib/api/call.ts';
import { operation } from '../../lib/api/operation.ts';
import * as orders from '../../lib/order/placeOrder.ts';
import { placeOrder } from '../../lib/order/routes.ts';

export const handler = operation(placeOrder, async ({ tenant, body, ...request }) => {
  const { value, replayed } = await orders.placeOrder(tenant, body, request);
  return new OperationResponse({ orders: value }, { replayed, metric: 'orders_placed' });
});
