import { getAuditLog } from '../../lib/audit/data.ts';
import { getAudit } from '../../lib/audit/routes.ts';
import { operation } from '../../lib/operation.ts';

export const handler = operation(getAudit, async ({ query }) => {
  const { items, next_cursor } = await getAuditLog(query);
  return { entries: items, next_cursor };
});
