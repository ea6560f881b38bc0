import { OperationResponse } from '../../lib/api/call.ts';
import { operation } from '../../lib/api/operation.ts';
import { issueKey } from '../../lib/key/routes.ts';
import * as keys from '../../lib/key/tenantKeys.ts';

export const handler = operation(issueKey, async ({ params, body, ...request }) => {
  const { value, replayed } = await keys.issueKey(params.id, body, request);
  return new OperationResponse(value, { replayed });
});
