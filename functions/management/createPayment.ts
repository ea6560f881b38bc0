import { OperationResponse } from '../../lib/api/call.ts';
import { operation } from '../../lib/api/operation.ts';
import { recordInOrder } from '../../lib/order/data.ts';
import { getPayment, recordPayment } from '../../lib/order/payments.ts';
import { createPayment } from '../../lib/order/routes.ts';

export const handler = operation(createPayment, async ({ tenant, params, body, ...request }) => {
  const { state, id, replayed } = await recordInOrder(tenant, params.number, 'pay', request, (state, recording) =>
    recordPayment(state, body, recording),
  );
  const payment = getPayment(state.order, id);
  return new OperationResponse({ payment }, { replayed, metric: payment.total < 0 ? 'refunds' : 'payments' });
});
