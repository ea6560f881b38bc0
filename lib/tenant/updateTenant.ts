import { ApiError, invalid } from '../api/errors.ts';
import type { Action } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { find } from '../db/read.ts';
import { allPermissions } from '../user/inputs.ts';
import { saveUserAction, type UserItem, userKey, userOf } from '../user/userItem.ts';
import { isId } from '../values/id.ts';
import { type Change, changeTenantWith } from './data.ts';
import type { TenantPatch } from './inputs.ts';
import type { Tenant } from './schema.ts';

/** Builds the writes after which a tenant's webhooks continue: deliveries that waited, and orders that followers rejected. */
type ResumeDeliveries = (tenant: TenantId, now: Date) => Promise<Action[]>;

/**
 * Changes a tenant. The end of a suspension lets its webhooks continue. A new owner gets all permissions, and is always written in
 * the same transaction, so that a concurrent deactivation of that user conflicts with it.
 */
export const updateTenant = (
  idOrName: string,
  { owner, ...patch }: TenantPatch,
  change: Change,
  resumeDeliveries: ResumeDeliveries,
): Promise<Tenant> =>
  changeTenantWith(idOrName, change, {
    load: async (tenant) => ({
      newOwner: await findNewOwner(tenant, owner),
      resumed: tenant.suspended && patch.suspended === false ? await resumeDeliveries(tenant.id as TenantId, change.now) : [],
    }),
    decide: (tenant, { newOwner }) => patchTenant(tenant, patch, newOwner),
    also: ({ id, owner }, { newOwner, resumed }) => [
      ...(newOwner ? [saveUserAction(id as TenantId, newOwner, owner)] : []),
      ...resumed,
    ],
  });

const patchTenant = (tenant: Tenant, patch: Omit<TenantPatch, 'owner'>, newOwner: UserItem | undefined): Tenant => ({
  ...tenant,
  ...patch,
  permissions: { ...tenant.permissions, ...patch.permissions },
  owner: newOwner ? asOwner(newOwner) : tenant.owner,
});

/** The user who becomes the owner; undefined if the owner stays the same. */
const findNewOwner = async ({ id, owner }: Tenant, newId: string | undefined): Promise<UserItem | undefined> =>
  newId === undefined || newId === owner.id ? undefined : loadUser(id as TenantId, newId);

async function loadUser(tenant: TenantId, id: string): Promise<UserItem> {
  const item = isId('usr', id) ? await find<UserItem>(tenant, userKey(id)) : undefined;
  if (!item) throw invalid('owner', 'must be the ID of a user of this tenant, like usr_…; list the users to find it');
  return item;
}

function asOwner(item: UserItem): Tenant['owner'] {
  const user = userOf(item);
  if (!user.active) {
    throw new ApiError('owner_inactive', `The user ${user.id} is inactive. Activate the user first, or choose another owner.`);
  }
  return { ...user, permissions: allPermissions(true) };
}
