import { operation } from '../../lib/operation.ts';
import * as history from '../../lib/order/lists.ts';
import { getHistory } from '../../lib/order/routes.ts';

export const handler = operation(getHistory, async ({ tenant, params, query }) => {
  const { items, next_cursor } = await history.getHistory(tenant, params.number, query);
  return { entries: items, next_cursor };
});
