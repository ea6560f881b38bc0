import { operation } from '../../lib/api/operation.ts';
import { actionsOf } from '../../lib/order/actions.ts';
import { getOrderState } from '../../lib/order/data.ts';
import { getActions } from '../../lib/order/routes.ts';

export const handler = operation(getActions, async ({ tenant, params, by, now }) => {
  const state = await getOrderState(tenant, params.number);
  return { version: state.order.version, actions: actionsOf(state, by, now) };
});
