import { operation } from '../../lib/operation.ts';
import { getOrderState } from '../../lib/order/data.ts';
import { historyPage } from '../../lib/order/history.ts';
import { getHistory } from '../../lib/order/routes.ts';

export const handler = operation(getHistory, async ({ tenant, params, query }) => {
  const state = await getOrderState(tenant, params.number);
  const { items, next_cursor } = await historyPage(state, tenant, params.number, query);
  return { entries: items, next_cursor };
});
