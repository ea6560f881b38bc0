import { operation } from '../../lib/api/operation.ts';
import * as orders from '../../lib/order/data.ts';
import { getOrder } from '../../lib/order/routes.ts';

export const handler = operation(getOrder, async ({ tenant, params }) => ({
  orders: await orders.getOrder(tenant, params.number),
}));
