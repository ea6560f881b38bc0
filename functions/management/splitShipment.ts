import { OperationResponse } from '../../lib/api/call.ts';
import { operation } from '../../lib/api/operation.ts';
import { recordInOrder } from '../../lib/order/data.ts';
import { splitShipment } from '../../lib/order/routes.ts';
import * as shipments from '../../lib/order/shipments.ts';

export const handler = operation(splitShipment, async ({ tenant, params, body, ...request }) => {
  const { state, id, replayed } = await recordInOrder(tenant, params.number, 'shp', request, (state, recording) =>
    shipments.splitShipment(state, body, recording),
  );
  const gone = 'from this split any more, because its units were cancelled. To split again, send a new `Idempotency-Key`';
  return new OperationResponse({ shipment: shipments.getShipment(state.order, id, gone) }, { replayed });
});
