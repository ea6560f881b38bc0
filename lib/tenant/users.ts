import { create, replace } from '../db/action.ts';
import { commit } from '../db/commit.ts';
import type { TenantId } from '../db/key.ts';
import { partition } from '../db/query.ts';
import { find } from '../db/read.ts';
import { findMany } from '../db/readAll.ts';
import { retryOnConflict } from '../db/retry.ts';
import { ApiError, notFound } from '../errors.ts';
import { type IdempotencyKey, once } from '../idempotency.ts';
import { type ListQuery, page } from '../list.ts';
import type { Body } from '../route.ts';
import { timeId, timeIdPattern } from '../values/id.ts';
import { Json } from '../values/json.ts';
import { saveOwner, type TenantItem } from './data.ts';
import type { Tenant } from './schema.ts';
import type { createUser as createRow, updateUser as updateRow } from './userRoutes.ts';
import { everything, type Permissions, type User } from './userSchema.ts';

type UserItem = { json: string };

const userKey = (id: string) => `USER#${id.slice(4)}`;
const isUserId = (id: string) => id.startsWith('usr_') && timeIdPattern.test(id.slice(4));

export async function getUser(tenant: TenantId, id: string): Promise<Json<User>> {
  const item = isUserId(id) ? await find<UserItem>(tenant, userKey(id)) : undefined;
  if (!item) throw notFound('user');
  return new Json(item.json);
}

export const getUsers = (tenant: TenantId, query: ListQuery) =>
  page({
    scope: tenant,
    operation: 'getUsers',
    query,
    source: () => partition<UserItem>(tenant, 'USER#', 'descending'),
    view: ({ json }) => new Json<User>(json),
  });

const nothing = Object.fromEntries(Object.keys(everything).map((area) => [area, false])) as Permissions;

/** A new user is allowed what is said, and nothing else. */
export function createUser(
  tenant: TenantId,
  given: Body<ReturnType<typeof createRow>>,
  now: Date,
  key: IdempotencyKey | undefined,
) {
  const { first_name, last_name, email, phone } = given;
  const permissions = { ...nothing, ...given.permissions };
  const user: User = { id: `usr_${timeId(now)}`, first_name, last_name, created: now.toISOString(), email, phone, permissions };
  return once<User | Json<User>>(tenant, key, {
    run: async (remember) => {
      const item = create(tenant, userKey(user.id), { json: JSON.stringify(user) });
      await retryOnConflict(() => commit({ idempotency: remember(user.id), user: { ...item, drawn: true } }));
      return user;
    },
    replay: (outcome) => getUser(tenant, outcome),
  });
}

/** Changes a user; of the owner, the copy that the tenant carries too. */
export function updateUser(tenant: TenantId, id: string, patch: Body<ReturnType<typeof updateRow>>): Promise<User> {
  return retryOnConflict(async () => {
    if (!isUserId(id)) throw notFound('user');
    const items = await findMany<UserItem | TenantItem>(tenant, ['TENANT', userKey(id)]);
    const loaded = items.get(userKey(id))?.json;
    if (!loaded) throw notFound('user');
    const before: User = JSON.parse(loaded);
    const after: User = { ...before, ...patch, permissions: { ...before.permissions, ...patch.permissions } };
    const json = JSON.stringify(after);
    if (json === loaded) return before;
    const parent: Tenant = JSON.parse((items.get('TENANT') as TenantItem).json);
    const isOwner = parent.owner.id === id;
    if (isOwner && Object.values(after.permissions).includes(false)) {
      throw new ApiError('owner_permissions', 'The owner of a tenant is allowed everything, always.');
    }
    const user = replace(tenant, userKey(id), { json }, { expression: 'json = :loaded', values: { ':loaded': loaded } });
    await commit({ user, ...(isOwner && { tenant: saveOwner(tenant, parent, after) }) });
    return after;
  });
}
