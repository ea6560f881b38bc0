import { Answer } from '../../lib/api/call.ts';
import { operation } from '../../lib/api/operation.ts';
import { changeOrder } from '../../lib/order/data.ts';
import { getPayment, recordPayment } from '../../lib/order/payments.ts';
import { createPayment } from '../../lib/order/routes.ts';
import { timeId } from '../../lib/values/id.ts';

export const handler = operation(createPayment, async ({ tenant, params, body, by, now, idempotency, ifMatch }) => {
  const request = { id: `pay_${timeId(now)}`, now, idempotency, ifMatch };
  const state = await changeOrder(tenant, params.number, { by, now }, (state) => recordPayment(state, body, request));
  const payment = getPayment(state, request.id, idempotency);
  const metric = payment.total < 0 ? 'refunds' : 'payments';
  return new Answer({ payment }, { replayed: payment.id !== request.id, metric });
});
