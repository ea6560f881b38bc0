import { OperationResponse } from '../../lib/api/call.ts';
import { operation } from '../../lib/api/operation.ts';
import * as tenants from '../../lib/tenant/data.ts';
import { createTenant } from '../../lib/tenant/routes.ts';

export const handler = operation(createTenant, async ({ body, by, now, idempotency }) => {
  const { value: tenant, replayed } = await tenants.createTenant(body, by, now, idempotency);
  return new OperationResponse({ tenant }, { replayed });
});
