import { listKeys } from '../../lib/key/data.ts';
import { getOwnKeys } from '../../lib/key/routes.ts';
import { operation } from '../../lib/operation.ts';

export const handler = operation(getOwnKeys, async ({ tenant, query }) => {
  const { items, next_cursor } = await listKeys(tenant, 'getOwnKeys', query);
  return { keys: items, next_cursor };
});
