import { Answer } from '../../lib/api/call.ts';
import { operation } from '../../lib/api/operation.ts';
import { changeOrder, createStockSaver } from '../../lib/order/data.ts';
import { returnShipment } from '../../lib/order/routes.ts';
import * as shipments from '../../lib/order/shipments.ts';
import { recordedWith } from '../../lib/order/state.ts';
import { timeId } from '../../lib/values/id.ts';

export const handler = operation(returnShipment, async ({ tenant, params, body, by, now, idempotency }) => {
  const id = `ret_${timeId(now)}`;
  const state = await changeOrder(
    tenant,
    params.number,
    { by, now },
    (state) => shipments.returnShipment(state, params.id, body, { id, now, idempotency }),
    createStockSaver(),
  );
  const recorded = recordedWith(state, idempotency) ?? id;
  return new Answer({ shipment: shipments.getShipment(state.order, params.id) }, { replayed: recorded !== id });
});
