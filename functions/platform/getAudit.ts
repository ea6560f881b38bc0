import { operation } from '../../lib/api/operation.ts';
import * as audit from '../../lib/audit/data.ts';
import { getAudit } from '../../lib/audit/routes.ts';
import { tenantIdOf } from '../../lib/tenant/data.ts';

export const handler = operation(getAudit, async ({ query }) => {
  const tenant = query.tenant === undefined ? undefined : await tenantIdOf(query.tenant);
  const { items, next_cursor } = await audit.getAuditLog({ ...query, tenant });
  return { entries: items, next_cursor };
});
