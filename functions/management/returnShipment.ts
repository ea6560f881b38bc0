import { OperationResponse } from '../../lib/api/call.ts';
import { operation } from '../../lib/api/operation.ts';
import { recordInOrder } from '../../lib/order/data.ts';
import { returnShipment } from '../../lib/order/routes.ts';
import * as shipments from '../../lib/order/shipments.ts';

export const handler = operation(returnShipment, async ({ tenant, params, body, ...request }) => {
  const { state, replayed } = await recordInOrder(tenant, params.number, 'ret', request, (state, recording) =>
    shipments.returnShipment(state, params.id, body, recording),
  );
  return new OperationResponse({ shipment: shipments.getShipment(state.order, params.id) }, { replayed });
});
