import { operation } from '../../lib/api/operation.ts';
import { changeOrder } from '../../lib/order/data.ts';
import { updateShipment } from '../../lib/order/routes.ts';
import { getShipment, patchShipment } from '../../lib/order/shipments.ts';

export const handler = operation(updateShipment, async ({ tenant, params, body, by, now, ifMatch }) => {
  const { order } = await changeOrder(tenant, params.number, { by, now }, (state) =>
    patchShipment(state, params.id, body, now, ifMatch),
  );
  return { shipment: getShipment(order, params.id) };
});
