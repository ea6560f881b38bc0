import { operation } from '../../lib/api/operation.ts';
import * as tenants from '../../lib/tenant/data.ts';
import { linkDomain } from '../../lib/tenant/routes.ts';

export const handler = operation(linkDomain, async ({ body: { tenant: name, host, forward_www }, ...change }) => {
  const tenant = await tenants.changeTenant(name, change, (before) => ({
    ...before,
    store_host: host,
    forward_www: forward_www ?? before.forward_www,
  }));
  return { tenant };
});
