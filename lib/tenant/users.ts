import { createGeneratedAction, putAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { partition } from '../db/query.ts';
import { find, findMany } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit } from '../db/write.ts';
import { ApiError, notFound } from '../errors.ts';
import { type IdempotencyKey, runOnce } from '../idempotency.ts';
import { type ListQuery, page } from '../list.ts';
import { isId } from '../values/id.ts';
import { Json } from '../values/json.ts';
import { saveOwnerAction, type TenantItem } from './data.ts';
import type { NewUser, UserPatch } from './inputs.ts';
import { newUser, patchUser } from './rules.ts';
import type { Tenant, User } from './schema.ts';

type UserItem = { json: string };

const userKey = (id: string) => `USER#${id.slice(4)}`;

const userNotFound = () => notFound('user with this ID in this store');

export async function getUser(tenant: TenantId, id: string): Promise<Json<User>> {
  const item = isId('usr', id) ? await find<UserItem>(tenant, userKey(id)) : undefined;
  if (!item) throw userNotFound();
  return new Json(item.json);
}

export const getUsers = (tenant: TenantId, query: ListQuery) =>
  page({
    scope: tenant,
    operation: 'getUsers',
    query,
    sourceFor: () => ({
      source: partition<UserItem>(tenant, 'USER#', 'descending'),
      view: ({ json }) => new Json<User>(json),
    }),
  });

export function createUser(tenant: TenantId, input: NewUser, now: Date, key: IdempotencyKey | undefined) {
  const user = newUser(input, now);
  return runOnce<User | Json<User>>(tenant, key, {
    run: async (remember) => {
      const create = createGeneratedAction(tenant, userKey(user.id), { json: JSON.stringify(user) });
      await retryOnConflict(() => commit({ idempotency: remember(user.id), user: create }));
      return user;
    },
    replay: (outcome) => getUser(tenant, outcome),
  });
}

/** Changes a user and, for the owner, the copy in the tenant's item. */
export function updateUser(tenant: TenantId, id: string, patch: UserPatch): Promise<User> {
  return retryOnConflict(async () => {
    if (!isId('usr', id)) throw userNotFound();
    const items = await findMany<UserItem | TenantItem>(tenant, ['TENANT', userKey(id)]);
    const loaded = items.get(userKey(id))?.json;
    if (!loaded) throw userNotFound();
    const before: User = JSON.parse(loaded);
    const after = patchUser(before, patch);
    const json = JSON.stringify(after);
    if (json === loaded) return before;
    const account: Tenant = JSON.parse((items.get('TENANT') as TenantItem).json);
    const isOwner = account.owner.id === id;
    if (isOwner && Object.values(after.permissions).includes(false)) {
      throw new ApiError('owner_permissions', 'The owner always has every permission. Leave `permissions` out.');
    }
    const user = putAction(tenant, userKey(id), { json }, { expression: 'json = :loaded', values: { ':loaded': loaded } });
    await commit({ user, ...(isOwner && { tenant: saveOwnerAction(tenant, account, after) }) });
    return after;
  });
}
