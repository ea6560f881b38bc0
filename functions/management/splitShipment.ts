import { Answer } from '../../lib/api/call.ts';
import { operation } from '../../lib/api/operation.ts';
import { changeOrder } from '../../lib/order/data.ts';
import { splitShipment } from '../../lib/order/routes.ts';
import * as shipments from '../../lib/order/shipments.ts';
import { recordedWith } from '../../lib/order/state.ts';
import { timeId } from '../../lib/values/id.ts';

export const handler = operation(splitShipment, async ({ tenant, params, body, by, now, idempotency }) => {
  const id = `shp_${timeId(now)}`;
  const state = await changeOrder(tenant, params.number, { by, now }, (state) =>
    shipments.splitShipment(state, body, { id, now, idempotency }),
  );
  const split = recordedWith(state, idempotency) ?? id;
  return new Answer({ shipment: shipments.getShipment(state.order, split) }, { replayed: split !== id });
});
