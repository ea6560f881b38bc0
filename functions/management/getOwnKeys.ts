import { operation } from '../../lib/api/operation.ts';
import { listKeys } from '../../lib/key/data.ts';
import { getOwnKeys } from '../../lib/key/routes.ts';

export const handler = operation(getOwnKeys, async ({ tenant, query }) => {
  const { items, next_cursor } = await listKeys(tenant, 'getOwnKeys', query);
  return { keys: items, next_cursor };
});
