import { operation } from '../../lib/operation.ts';
import { getUser } from '../../lib/tenant/routes.ts';
import * as users from '../../lib/tenant/users.ts';

export const handler = operation(getUser, async ({ tenant, params }) => ({ user: await users.getUser(tenant, params.id) }));
