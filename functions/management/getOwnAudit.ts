import { operation } from '../../lib/api/operation.ts';
import { getOwnAuditLog } from '../../lib/audit/data.ts';
import { getOwnAudit } from '../../lib/audit/routes.ts';

export const handler = operation(getOwnAudit, async ({ tenant, query }) => {
  const { items, next_cursor } = await getOwnAuditLog(tenant, query);
  return { entries: items, next_cursor };
});
