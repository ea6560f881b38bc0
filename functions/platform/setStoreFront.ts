import { operation } from '../../lib/api/operation.ts';
import * as tenants from '../../lib/tenant/data.ts';
import { setStoreFront } from '../../lib/tenant/routes.ts';

export const handler = operation(setStoreFront, async ({ body: { tenant: name, front_end }, ...change }) => {
  const tenant = await tenants.changeTenant(name, change, (before) => ({ ...before, front_end }));
  return { tenant };
});
