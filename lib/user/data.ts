import type { Author } from '../api/call.ts';
import { ApiError } from '../api/errors.ts';
import { type IdempotencyKey, runOnce } from '../api/idempotency.ts';
import { type ListQuery, page } from '../api/list.ts';
import { auditAction, changes, identified } from '../audit/entry.ts';
import type { TenantId } from '../db/key.ts';
import { itemsIn } from '../db/query.ts';
import { find, findSnapshot } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit } from '../db/write.ts';
import { includesScope, insufficientScope, type KeyScope, scopesFrom } from '../key/scopes.ts';
import { getTenant, saveOwnerAction, tenantIdOf } from '../tenant/data.ts';
import { type TenantItem, tenantOf } from '../tenant/tenantItem.ts';
import { canonicalEmail } from '../values/email.ts';
import { isId, timeId } from '../values/id.ts';
import { claimEmailAction, emailError, moveEmailActions } from './emails.ts';
import type { NewUser, UserPatch } from './inputs.ts';
import { newUser, patchUser } from './rules.ts';
import type { User } from './schema.ts';
import { createUserAction, saveUserAction, type UserItem, userKey, userNotFound, userOf } from './userItem.ts';

export async function getUser(tenant: TenantId, id: string): Promise<User> {
  const item = isId('usr', id) ? await find<UserItem>(tenant, userKey(id)) : undefined;
  if (!item) throw userNotFound();
  return userOf(item);
}

type Filters = { email?: string | undefined; active?: boolean | undefined };

export const getUsers = (tenant: TenantId, query: ListQuery & Filters, operation = 'getUsers') =>
  page<UserItem, User, Filters>({
    scope: tenant,
    operation,
    query,
    texts: ['email'],
    sourceFor: ({ email, active }) => {
      const wanted = email && canonicalEmail(email);
      const matches = (item: UserItem) => {
        const user = userOf(item);
        return (active === undefined || user.active === active) && (!wanted || canonicalEmail(user.email) === wanted);
      };
      const source = itemsIn<UserItem>(tenant, 'USER#', 'descending');
      return { source, view: userOf, isListed: wanted || active !== undefined ? matches : undefined };
    },
  });

/** The users of a tenant that the platform names by its ID or name. */
export async function getTenantUsers(idOrName: string, query: ListQuery & Filters) {
  const { id } = await getTenant(await tenantIdOf(idOrName));
  return getUsers(id as TenantId, query, 'getTenantUsers');
}

/** The scopes are those of the caller's key. */
type Change = { by: Author; scopes: readonly KeyScope[]; now: Date };

export async function createUser(
  tenant: TenantId,
  input: NewUser,
  { idempotency: key, ...change }: Change & { idempotency: IdempotencyKey | undefined },
) {
  const { by, now } = change;
  const user = newUser(input, now);
  if (by.user) mustNotExceed(change, user);
  const actions = {
    user: createUserAction(tenant, user),
    email: claimEmailAction(tenant, user),
    audit: auditAction(timeId(now), tenant, by, now, changes(undefined, user)),
  };
  return runOnce<User>(tenant, key, {
    run: async (remember) => {
      const idempotency = remember(user.id);
      await commit({ idempotency, ...actions }, (error) => emailError(error, user));
      return user;
    },
    replay: (outcome) => getUser(tenant, outcome),
  });
}

/** Whether a user has a staff key that has neither expired nor been revoked. */
type HasStaffKeys = (tenant: TenantId, user: string, now: Date) => Promise<boolean>;

/** Changes a user and, for the owner, the copy in the tenant's item. */
export function updateUser(
  tenant: TenantId,
  id: string,
  patch: UserPatch,
  change: Change,
  hasStaffKeys: HasStaffKeys,
): Promise<User> {
  const { by, now } = change;
  const entryId = timeId(now);
  return retryOnConflict(async () => {
    const { item, account } = await loadWithTenant(tenant, id);
    const before = userOf(item);
    const after = patchUser(before, patch);
    if (by.user) mustNotExceed(change, before, after);
    else if (raises(change, before, after) && (await hasStaffKeys(tenant, id, now))) mustNotExceed(change, after);
    const difference = changes(before, after);
    if (difference.isEmpty) return before;
    const isOwner = account.owner.id === id;
    if (isOwner) mustBeValidOwner(after);
    const actions = {
      user: saveUserAction(tenant, item, after),
      ...moveEmailActions(tenant, before, after),
      ...(isOwner && { tenant: saveOwnerAction(tenant, account, after) }),
      audit: auditAction(entryId, tenant, by, now, identified({ id }, difference)),
    };
    await commit(actions, (error) => emailError(error, after));
    return after;
  });
}

/** A snapshot, because a user who becomes the owner between two reads would be taken for another user, who may be deactivated. */
async function loadWithTenant(tenant: TenantId, id: string) {
  if (!isId('usr', id)) throw userNotFound();
  const items = await findSnapshot<UserItem | TenantItem>(tenant, ['TENANT', userKey(id)]);
  const item = items.get(userKey(id)) as UserItem | undefined;
  if (!item) throw userNotFound();
  return { item, account: tenantOf(items.get('TENANT') as TenantItem) };
}

/** With a staff key, nobody can change or create a user who may do more than that key. */
function mustNotExceed({ scopes }: Pick<Change, 'scopes'>, ...users: User[]): void {
  const lacking = lackingFor(users, scopes);
  if (!lacking) return;
  throw insufficientScope(
    lacking,
    `This user has or would get the scope ${lacking}, which your key lacks. Use a key that has it, or ask somebody with such a key.`,
  );
}

const lackingFor = (users: User[], scopes: readonly KeyScope[]): KeyScope | undefined =>
  users.flatMap(({ permissions }) => scopesFrom(permissions)).find((scope) => !includesScope(scopes, scope));

/** Whether the user gains a scope that the caller's key lacks. Nobody can let existing staff keys do more than the key that is used. */
function raises({ scopes }: Change, before: User, after: User): boolean {
  const held = before.active ? scopesFrom(before.permissions) : [];
  return after.active && lackingFor([after], [...held, ...scopes]) !== undefined;
}

function mustBeValidOwner({ active, permissions }: User): void {
  if (!active) {
    throw new ApiError(
      'owner_required',
      'The owner cannot be deactivated. Ask the operator to make another user the owner first.',
    );
  }
  if (Object.values(permissions).includes(false)) {
    throw new ApiError('owner_permissions', 'The owner always has every permission. Leave `permissions` out.');
  }
}
