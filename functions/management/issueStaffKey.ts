import { OperationResponse } from '../../lib/api/call.ts';
import { operation } from '../../lib/api/operation.ts';
import { issueStaffKey } from '../../lib/key/routes.ts';
import * as keys from '../../lib/key/staffKeys.ts';

export const handler = operation(issueStaffKey, async ({ tenant, params, body, ...request }) => {
  const { value, replayed } = await keys.issueStaffKey(tenant, params.id, body, request);
  return new OperationResponse(value, { replayed });
});
