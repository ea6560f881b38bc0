import { OperationResponse } from '../../lib/api/call.ts';
import { operation } from '../../lib/api/operation.ts';
import * as users from '../../lib/user/data.ts';
import { createUser } from '../../lib/user/routes.ts';

export const handler = operation(createUser, async ({ tenant, body, ...change }) => {
  const { value: user, replayed } = await users.createUser(tenant, body, change);
  return new OperationResponse({ user }, { replayed });
});
