import { operation } from '../../lib/api/operation.ts';
import * as users from '../../lib/user/data.ts';
import { getTenantUsers } from '../../lib/user/routes.ts';

export const handler = operation(getTenantUsers, async ({ params, query }) => {
  const { items, next_cursor } = await users.getTenantUsers(params.id, query);
  return { users: items, next_cursor };
});
