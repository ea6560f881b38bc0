import { Answer, operation } from '../../lib/operation.ts';
import * as users from '../../lib/user/data.ts';
import { createUser } from '../../lib/user/routes.ts';

export const handler = operation(createUser, async ({ tenant, body, now, idempotency }) => {
  const { value: user, replayed } = await users.createUser(tenant, body, now, idempotency);
  return new Answer({ user }, { replayed });
});
