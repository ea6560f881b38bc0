import * as keys from '../../lib/key/platformKeys.ts';
import { getPlatformKeys } from '../../lib/key/routes.ts';
import { operation } from '../../lib/operation.ts';

export const handler = operation(getPlatformKeys, async ({ query }) => {
  const { items, next_cursor } = await keys.getPlatformKeys(query);
  return { keys: items, next_cursor };
});
