import { operation } from '../../lib/api/operation.ts';
import * as users from '../../lib/user/data.ts';
import { getUser } from '../../lib/user/routes.ts';

export const handler = operation(getUser, async ({ tenant, params }) => ({ user: await users.getUser(tenant, params.id) }));
