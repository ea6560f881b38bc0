import { operation } from '../../lib/api/operation.ts';
import * as keys from '../../lib/key/platformKeys.ts';
import { getPlatformKeys } from '../../lib/key/routes.ts';

export const handler = operation(getPlatformKeys, async ({ query }) => {
  const { items, next_cursor } = await keys.getPlatformKeys(query);
  return { keys: items, next_cursor };
});
