import { Answer } from '../../lib/call.ts';
import { operation } from '../../lib/operation.ts';
import { createUser } from '../../lib/tenant/routes.ts';
import * as users from '../../lib/tenant/users.ts';

export const handler = operation(createUser, async ({ tenant, body, ...change }) => {
  const { value: user, replayed } = await users.createUser(tenant, body, change);
  return new Answer({ user }, { replayed });
});
