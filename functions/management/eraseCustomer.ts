import { operation } from '../../lib/api/operation.ts';
import { changeOrder } from '../../lib/order/data.ts';
import * as erasure from '../../lib/order/eraseCustomer.ts';
import { eraseCustomer } from '../../lib/order/routes.ts';
import { eraseAnswers } from '../../lib/webhook/delivery.ts';

export const handler = operation(eraseCustomer, async ({ tenant, params, by, now }) => {
  const { order } = await changeOrder(tenant, params.number, { by, now }, (state) => erasure.eraseCustomer(state, by, now));
  await eraseAnswers(tenant, order);
  return { orders: order };
});
