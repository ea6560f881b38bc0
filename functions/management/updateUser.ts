import { operation } from '../../lib/api/operation.ts';
import { hasStaffKeys } from '../../lib/key/data.ts';
import * as users from '../../lib/user/data.ts';
import { updateUser } from '../../lib/user/routes.ts';

export const handler = operation(updateUser, async ({ tenant, params, body, ...change }) => ({
  user: await users.updateUser(tenant, params.id, body, change, hasStaffKeys),
}));
