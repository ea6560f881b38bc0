import { operation } from '../../lib/api/operation.ts';
import * as tenants from '../../lib/tenant/data.ts';
import { setStorePlan } from '../../lib/tenant/routes.ts';

export const handler = operation(setStorePlan, async ({ body: { tenant: name, override_plan }, ...change }) => {
  const tenant = await tenants.changeTenant(name, change, (before) => ({ ...before, override_plan }));
  return { tenant };
});
