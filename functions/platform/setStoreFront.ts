import { operation } from '../../lib/api/operation.ts';
import * as tenants from '../../lib/tenant/data.ts';
import { setStoreFront } from '../../lib/tenant/routes.ts';

export const handler = operation(setStoreFront, async ({ body: { tenant: name, front_end }, by, now }) => {
  const tenant = await tenants.changeTenant(name, { by, now }, (before) => ({ ...before, front_end }));
  return { tenant };
});
