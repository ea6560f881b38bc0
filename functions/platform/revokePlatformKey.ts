import * as keys from '../../lib/key/platformKeys.ts';
import { revokePlatformKey } from '../../lib/key/routes.ts';
import { operation } from '../../lib/operation.ts';

export const handler = operation(revokePlatformKey, async ({ params, by, now }) => {
  const key = await keys.revokePlatformKey(params.key_id, by, now);
  return { key };
});
