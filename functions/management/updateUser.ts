import { operation } from '../../lib/operation.ts';
import { updateUser } from '../../lib/tenant/routes.ts';
import * as users from '../../lib/tenant/users.ts';

export const handler = operation(updateUser, async ({ tenant, params, body, ...change }) => ({
  user: await users.updateUser(tenant, params.id, body, change),
}));
