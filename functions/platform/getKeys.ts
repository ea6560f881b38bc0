import { operation } from '../../lib/api/operation.ts';
import { getKeys } from '../../lib/key/routes.ts';
import * as keys from '../../lib/key/tenantKeys.ts';

export const handler = operation(getKeys, async ({ params, query }) => {
  const { items, next_cursor } = await keys.getKeys(params.id, query);
  return { keys: items, next_cursor };
});
