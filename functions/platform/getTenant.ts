import { operation } from '../../lib/api/operation.ts';
import * as tenants from '../../lib/tenant/data.ts';
import { getTenant } from '../../lib/tenant/routes.ts';

export const handler = operation(getTenant, async ({ params }) => {
  const tenant = await tenants.getTenant(await tenants.tenantIdOf(params.id));
  return { tenant };
});
