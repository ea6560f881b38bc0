import { OperationResponse } from '../../lib/api/call.ts';
import { operation } from '../../lib/api/operation.ts';
import * as cancellation from '../../lib/order/cancelPart.ts';
import { recordInOrder } from '../../lib/order/data.ts';
import { cancelPart } from '../../lib/order/routes.ts';

export const handler = operation(cancelPart, async ({ tenant, params, body, ...request }) => {
  const { state, replayed } = await recordInOrder(tenant, params.number, 'crd', request, (state, recording) =>
    cancellation.cancelPart(state, body, recording),
  );
  return new OperationResponse({ orders: state.order }, { replayed });
});
