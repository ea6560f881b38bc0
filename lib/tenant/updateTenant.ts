import { ApiError, invalid } from '../api/errors.ts';
import type { TenantId } from '../db/key.ts';
import { find } from '../db/read.ts';
import { allPermissions } from '../user/inputs.ts';
import { saveUserAction, type UserItem, userKey, userOf } from '../user/userItem.ts';
import { isId } from '../values/id.ts';
import { claimsBetween } from './claims.ts';
import { type Change, changeTenant } from './data.ts';
import type { TenantPatch } from './inputs.ts';
import type { Tenant } from './schema.ts';

/**
 * Changes a tenant. A new owner gets all permissions and is written in the same transaction, even if nothing changes. So
 * a concurrent change to that user, such as a deactivation, fails.
 */
export function updateTenant(idOrName: string, { owner: ownerId, ...patch }: TenantPatch, change: Change): Promise<Tenant> {
  let chosen: UserItem | undefined;
  return changeTenant(
    idOrName,
    change,
    (before) => ({
      ...before,
      ...patch,
      permissions: { ...before.permissions, ...patch.permissions },
      owner: chosen ? newOwner(chosen) : before.owner,
    }),
    (id, before, after) => ({
      ...claimsBetween(id, before, after),
      ...(chosen && { owner: saveUserAction(id, chosen, after.owner) }),
    }),
    async (before) => {
      const isNew = ownerId !== undefined && ownerId !== before.owner.id;
      chosen = isNew ? await loadUser(before.id as TenantId, ownerId) : undefined;
    },
  );
}

async function loadUser(tenant: TenantId, id: string): Promise<UserItem> {
  const item = isId('usr', id) ? await find<UserItem>(tenant, userKey(id)) : undefined;
  if (!item) throw invalid('owner', 'must be the ID of a user of this tenant, like usr_…; list the users to find it');
  return item;
}

function newOwner(item: UserItem): Tenant['owner'] {
  const user = userOf(item);
  if (!user.active) {
    throw new ApiError('owner_inactive', `The user ${user.id} is inactive. Activate the user first, or choose another owner.`);
  }
  return { ...user, permissions: allPermissions(true) };
}
