import { Answer } from '../../lib/api/call.ts';
import { operation } from '../../lib/api/operation.ts';
import { recordCredit } from '../../lib/order/credit.ts';
import { changeOrder } from '../../lib/order/data.ts';
import { createCredit } from '../../lib/order/routes.ts';
import { recordedWith } from '../../lib/order/state.ts';
import { timeId } from '../../lib/values/id.ts';

export const handler = operation(createCredit, async ({ tenant, params, body, by, now, idempotency }) => {
  const id = `crd_${timeId(now)}`;
  const state = await changeOrder(tenant, params.number, { by, now }, (state) =>
    recordCredit(state, body, { id, now, idempotency }),
  );
  const recorded = recordedWith(state, idempotency) ?? id;
  return new Answer({ orders: state.order }, { replayed: recorded !== id });
});
