import { Answer } from '../../lib/call.ts';
import { operation } from '../../lib/operation.ts';
import { changeOrder } from '../../lib/order/data.ts';
import * as returns from '../../lib/order/return.ts';
import { returnShipment } from '../../lib/order/routes.ts';
import { getShipment } from '../../lib/order/shipment.ts';
import { recordedWith } from '../../lib/order/state.ts';
import { createStockSaver } from '../../lib/order/stockSaver.ts';
import { timeId } from '../../lib/values/id.ts';

export const handler = operation(returnShipment, async ({ tenant, params, body, by, now, idempotency }) => {
  const id = `ret_${timeId(now)}`;
  const state = await changeOrder(
    tenant,
    params.number,
    { by, now },
    (state) => returns.returnShipment(state, params.id, body, { id, now, idempotency }),
    createStockSaver(),
  );
  const recorded = recordedWith(state, idempotency) ?? id;
  return new Answer({ shipment: getShipment(state.order, params.id) }, { replayed: recorded !== id });
});
