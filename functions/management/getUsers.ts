import { operation } from '../../lib/operation.ts';
import { getUsers } from '../../lib/tenant/routes.ts';
import * as users from '../../lib/tenant/users.ts';

export const handler = operation(getUsers, async ({ tenant, query }) => {
  const { items, next_cursor } = await users.getUsers(tenant, query);
  return { users: items, next_cursor };
});
