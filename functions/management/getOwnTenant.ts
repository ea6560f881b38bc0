import { operation } from '../../lib/api/operation.ts';
import * as tenants from '../../lib/tenant/data.ts';
import { getOwnTenant } from '../../lib/tenant/routes.ts';

export const handler = operation(getOwnTenant, async ({ tenant }) => ({ tenant: await tenants.getTenant(tenant) }));
