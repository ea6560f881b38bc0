import type { Author } from '../api/call.ts';
import { notFound } from '../api/errors.ts';
import { type IdempotencyKey, runOnce } from '../api/idempotency.ts';
import { type IfMatch, mustMatch } from '../api/version.ts';
import { auditAction, changes } from '../audit/entry.ts';
import { type Action, createAction, updateAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { find, findClaimant } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit } from '../db/write.ts';
import { WriteConflict } from '../db/writeErrors.ts';
import { claimEmailAction } from '../user/emails.ts';
import { createUserAction } from '../user/userItem.ts';
import { isId, timeId } from '../values/id.ts';
import { claimActions, claimError } from './claims.ts';
import { isTenantName, type NewTenant } from './inputs.ts';
import { newTenant } from './rules.ts';
import type { Tenant } from './schema.ts';
import { itemOf, suspensionOf, type TenantItem, tenantOf } from './tenantItem.ts';

export async function getTenantItem(id: TenantId): Promise<TenantItem> {
  const item = await find<TenantItem>(id, 'TENANT');
  if (!item) throw tenantNotFound(id);
  return item;
}

export const getTenant = async (id: TenantId) => tenantOf(await getTenantItem(id));

/** Resolves a tenant's ID or name to its ID. */
export async function tenantIdOf(idOrName: string): Promise<TenantId> {
  if (isId('ten', idOrName)) return idOrName as TenantId;
  const id = isTenantName(idOrName) ? await findClaimant('NAME', idOrName) : undefined;
  if (!id) throw tenantNotFound(idOrName);
  return id;
}

export const tenantNotFound = (idOrName: string) =>
  notFound(isId('ten', idOrName) || isTenantName(idOrName) ? `tenant ${idOrName}` : 'tenant with this ID or name');

export function createTenant(input: NewTenant, by: Author, now: Date, key: IdempotencyKey | undefined) {
  const tenant = newTenant(input, now);
  const { id, owner } = tenant;
  const actions = {
    ...claimActions(id, undefined, tenant),
    tenant: createAction(id, 'TENANT', itemOf(tenant)),
    owner: createUserAction(id, owner),
    email: claimEmailAction(id, owner),
    audit: auditAction(timeId(now), id, { ...by, tenant_name: tenant.name }, now, changes(undefined, tenant)),
  };
  return runOnce('PLATFORM#IDEM', key, {
    run: async (remember): Promise<Tenant> => {
      await commit({ idempotency: remember(id), ...actions }, claimError);
      return tenant;
    },
    replay: (outcome) => getTenant(outcome as TenantId),
  });
}

export type Change = { by: Author; now: Date; ifMatch: IfMatch };

/** What a change of a tenant needs and does. */
type TenantChange<Loaded> = {
  /** Reads what else the decision needs. Throws if that makes the request invalid. */
  load: (tenant: Tenant) => Promise<Loaded>;
  decide: (tenant: Tenant, loaded: Loaded) => Tenant;
  /** Other writes of the same transaction. */
  also: (after: Tenant, loaded: Loaded) => Action[];
};

/** Loads a tenant, lets `decide` change it, and saves it with its claims and an audit entry in one transaction. */
export const changeTenant = (idOrName: string, change: Change, decide: (tenant: Tenant) => Tenant): Promise<Tenant> =>
  changeTenantWith(idOrName, change, { load: async () => undefined, decide, also: () => [] });

/** Like `changeTenant`, for a change that depends on another item. */
export async function changeTenantWith<Loaded>(
  idOrName: string,
  { by, now, ifMatch }: Change,
  { load, decide, also }: TenantChange<Loaded>,
): Promise<Tenant> {
  const entryId = timeId(now);
  let id = await tenantIdOf(idOrName);
  return retryOnConflict(async () => {
    const before = await getTenant(id);
    if (idOrName !== id && idOrName !== before.name) {
      id = await tenantIdOf(idOrName);
      throw new WriteConflict('the tenant was renamed');
    }
    const loaded = await load(before);
    mustMatch(ifMatch, 'tenant', before);
    const decided = decide(before, loaded);
    const difference = changes(before, decided);
    if (difference.isEmpty) return before;
    const after = { ...decided, version: before.version + 1 };
    const actions = {
      tenant: updateAction(id, 'TENANT', { ...itemOf(after), ...suspensionOf(before, after, now) }, unchanged(before)),
      ...claimActions(id, before, after),
      also: also(after, loaded),
      audit: auditAction(entryId, id, { ...by, tenant_name: after.name }, now, difference),
    };
    await commit(actions, claimError);
    return after;
  });
}

const unchanged = ({ version, name }: Tenant) => ({
  expression: '#version = :loaded AND #name = :before',
  values: { ':loaded': version, ':before': name },
});

/** Replaces the copy of the owner in the tenant's item. */
export const saveOwnerAction = (id: TenantId, before: Tenant, owner: Tenant['owner']): Action =>
  updateAction(id, 'TENANT', itemOf({ ...before, owner, version: before.version + 1 }), unchanged(before));
