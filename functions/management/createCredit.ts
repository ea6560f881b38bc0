import { OperationResponse } from '../../lib/api/call.ts';
import { operation } from '../../lib/api/operation.ts';
import { recordCredit } from '../../lib/order/credit.ts';
import { recordInOrder } from '../../lib/order/data.ts';
import { createCredit } from '../../lib/order/routes.ts';

export const handler = operation(createCredit, async ({ tenant, params, body, ...request }) => {
  const { state, replayed } = await recordInOrder(tenant, params.number, 'crd', request, (state, recording) =>
    recordCredit(state, body, recording),
  );
  return new OperationResponse({ orders: state.order }, { replayed });
});
