import { operation } from '../../lib/api/operation.ts';
import * as tenants from '../../lib/tenant/getTenants.ts';
import { getTenants } from '../../lib/tenant/routes.ts';

export const handler = operation(getTenants, async ({ query }) => {
  const { items, next_cursor } = await tenants.getTenants(query);
  return { tenants: items, next_cursor };
});
