import { operation } from '../../lib/api/operation.ts';
import { revokeTenantKey } from '../../lib/key/data.ts';
import { revokeOwnKey } from '../../lib/key/routes.ts';

export const handler = operation(revokeOwnKey, async ({ tenant, params, by, now }) => {
  const key = await revokeTenantKey(tenant, params.key_id, by, now);
  return { key };
});
