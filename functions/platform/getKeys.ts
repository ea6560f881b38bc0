import { getKeys } from '../../lib/key/routes.ts';
import * as keys from '../../lib/key/tenantKeys.ts';
import { operation } from '../../lib/operation.ts';

export const handler = operation(getKeys, async ({ params, query }) => {
  const { items, next_cursor } = await keys.getKeys(params.id, query);
  return { keys: items, next_cursor };
});
