import { operation } from '../../lib/operation.ts';
import { claimsBetween } from '../../lib/tenant/claims.ts';
import * as tenants from '../../lib/tenant/data.ts';
import { updateTenant } from '../../lib/tenant/routes.ts';

export const handler = operation(updateTenant, async ({ params, body, ...change }) => {
  const tenant = await tenants.changeTenant(
    params.id,
    change,
    (before) => ({
      ...before,
      ...body,
      permissions: { ...before.permissions, ...body.permissions },
    }),
    claimsBetween,
  );
  return { tenant };
});
