import { operation } from '../../lib/api/operation.ts';
import * as keys from '../../lib/key/platformKeys.ts';
import { revokePlatformKey } from '../../lib/key/routes.ts';

export const handler = operation(revokePlatformKey, async ({ params, by, now }) => {
  const key = await keys.revokePlatformKey(params.key_id, by, now);
  return { key };
});
