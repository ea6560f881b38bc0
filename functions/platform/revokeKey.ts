import { operation } from '../../lib/api/operation.ts';
import { revokeKey } from '../../lib/key/routes.ts';
import * as keys from '../../lib/key/tenantKeys.ts';

export const handler = operation(revokeKey, async ({ params, by, now }) => {
  const key = await keys.revokeKey(params.id, params.key_id, by, now);
  return { key };
});
