import { OperationResponse } from '../../lib/api/call.ts';
import { operation } from '../../lib/api/operation.ts';
import * as keys from '../../lib/key/ownKeys.ts';
import { issueOwnKey } from '../../lib/key/routes.ts';

export const handler = operation(issueOwnKey, async ({ tenant, body, ...request }) => {
  const { value, replayed } = await keys.issueOwnKey(tenant, body, request);
  return new OperationResponse(value, { replayed });
});
