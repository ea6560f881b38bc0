import { operation } from '../../lib/api/operation.ts';
import { updateTenant } from '../../lib/tenant/routes.ts';
import * as tenants from '../../lib/tenant/updateTenant.ts';
import { resumeActions } from '../../lib/webhook/parked.ts';

export const handler = operation(updateTenant, async ({ params, body, ...change }) => ({
  tenant: await tenants.updateTenant(params.id, body, change, resumeActions),
}));
