import { operation } from '../../lib/api/operation.ts';
import { changeOrder } from '../../lib/order/data.ts';
import { patchOrder } from '../../lib/order/patchOrder.ts';
import { updateOrder } from '../../lib/order/routes.ts';

export const handler = operation(updateOrder, async ({ tenant, params, body, by, now, ifMatch }) => {
  const { order } = await changeOrder(tenant, params.number, { by, now }, (state) => patchOrder(state, body, now, ifMatch));
  return { orders: order };
});
