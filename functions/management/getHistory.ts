import { operation } from '../../lib/api/operation.ts';
import { getOrderState } from '../../lib/order/data.ts';
import { historyPage } from '../../lib/order/history.ts';
import { getHistory } from '../../lib/order/routes.ts';

export const handler = operation(getHistory, async ({ tenant, params, query }) => {
  const load = () => getOrderState(tenant, params.number);
  const { items, next_cursor } = await historyPage(load, tenant, params.number, query);
  return { entries: items, next_cursor };
});
