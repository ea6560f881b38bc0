import { operation } from '../../lib/api/operation.ts';
import * as tenants from '../../lib/tenant/data.ts';
import { setStorePlan } from '../../lib/tenant/routes.ts';

export const handler = operation(setStorePlan, async ({ body: { tenant: name, override_plan }, by, now }) => {
  const tenant = await tenants.changeTenant(name, { by, now }, (before) => ({ ...before, override_plan }));
  return { tenant };
});
