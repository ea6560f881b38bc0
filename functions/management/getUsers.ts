import { operation } from '../../lib/api/operation.ts';
import * as users from '../../lib/user/data.ts';
import { getUsers } from '../../lib/user/routes.ts';

export const handler = operation(getUsers, async ({ tenant, query }) => {
  const { items, next_cursor } = await users.getUsers(tenant, query);
  return { users: items, next_cursor };
});
