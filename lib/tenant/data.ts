import { auditAction, changes } from '../audit/entry.ts';
import type { By } from '../call.ts';
import { type Action, createAction, updateAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { listed } from '../db/query.ts';
import { find, findClaimant } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit } from '../db/write.ts';
import { WriteConflict } from '../db/writeErrors.ts';
import { notFound } from '../errors.ts';
import { type IdempotencyKey, runOnce } from '../idempotency.ts';
import { type ListQuery, page } from '../list.ts';
import { isId, timeId } from '../values/id.ts';
import { type IfMatch, mustMatch } from '../version.ts';
import { type Claiming, firstClaims, taken } from './claims.ts';
import { isTenantName, type NewTenant } from './inputs.ts';
import { newTenant } from './rules.ts';
import type { Tenant } from './schema.ts';

/** What a tenant's item holds: one read of it answers most questions about the tenant. */
export type TenantItem = {
  json: string;
  name: string;
  version: number;
  /** The request that made the latest change: its own commit is no race that it lost. */
  mark?: string;
};

const itemOf = (tenant: Tenant) => ({
  json: JSON.stringify(tenant),
  name: tenant.name,
  version: tenant.version,
  listed: 'TENANTS',
  listed_at: tenant.id.slice(4),
});

export async function getTenantItem(id: TenantId): Promise<TenantItem> {
  const item = await find<TenantItem>(id, 'TENANT');
  if (!item) throw notFound('tenant with this id');
  return item;
}

const tenantOf = ({ json }: TenantItem): Tenant => JSON.parse(json);

export const getTenant = async (id: TenantId) => tenantOf(await getTenantItem(id));

/** The id behind what stands in a tenant's place: its id, or its name. */
export async function tenantIdOf(idOrName: string): Promise<TenantId> {
  if (isId('ten', idOrName)) return idOrName as TenantId;
  const id = isTenantName(idOrName) ? await findClaimant('NAME', idOrName) : undefined;
  if (!id) throw notFound('tenant with this id or name');
  return id;
}

export function createTenant(input: NewTenant, by: By, now: Date, key: IdempotencyKey | undefined) {
  const tenant = newTenant(input, now);
  const { id, owner } = tenant;
  const actions = {
    ...firstClaims(id, tenant),
    tenant: createAction(id, 'TENANT', itemOf(tenant)),
    owner: createAction(id, `USER#${owner.id.slice(4)}`, { json: JSON.stringify(owner) }),
    audit: auditAction(timeId(now), id, by, now, changes(undefined, tenant)),
  };
  return runOnce('PLATFORM', key, {
    run: async (remember): Promise<Tenant> => {
      await retryOnConflict(() => commit({ idempotency: remember(id), ...actions }).catch(taken));
      return tenant;
    },
    replay: (outcome) => getTenant(outcome as TenantId),
  });
}

type Change = { by: By; now: Date; ifMatch?: IfMatch };

/** Loads a tenant, lets `decide` change it, and saves it with what it claims by that and its audit entry, all or nothing. */
export async function changeTenant(
  idOrName: string,
  { by, now, ifMatch }: Change,
  decide: (tenant: Tenant) => Tenant,
  claiming: Claiming,
): Promise<Tenant> {
  const mark = timeId(now);
  let id = await tenantIdOf(idOrName);
  return retryOnConflict(async () => {
    const item = await getTenantItem(id);
    const before = tenantOf(item);
    if (item.mark === mark) return before;
    if (idOrName !== id && idOrName !== before.name) {
      id = await tenantIdOf(idOrName);
      throw new WriteConflict('renamed meanwhile');
    }
    mustMatch(ifMatch, before);
    const decided = decide(before);
    const changed = changes(before, decided);
    if (changed.none) return before;
    const after = { ...decided, version: before.version + 1 };
    await commit({
      tenant: updateAction(id, 'TENANT', { ...itemOf(after), mark }, unchanged(before)),
      ...claiming(id, before, after),
      audit: auditAction(mark, id, by, now, changed),
    }).catch(taken);
    return after;
  });
}

const unchanged = ({ version, name }: Tenant) => ({
  expression: '#version = :loaded AND #name = :before',
  values: { ':loaded': version, ':before': name },
});

type Filters = { subscribed?: Tenant['subscribed'] | undefined; country?: string | undefined };

/** All tenants, newest first. */
export const getTenants = (query: ListQuery & Filters) =>
  page<TenantItem, Tenant, Filters>({
    scope: 'PLATFORM',
    operation: 'getTenants',
    query,
    open: ({ subscribed, country }) => {
      const matches = (item: TenantItem) => {
        const tenant = tenantOf(item);
        return (!subscribed || tenant.subscribed === subscribed) && (!country || tenant.country === country);
      };
      return { source: listed('TENANTS'), view: tenantOf, isListed: subscribed || country ? matches : undefined };
    },
  });

/** Replaces the copy of the owner in the tenant. */
export const saveOwnerAction = (id: TenantId, before: Tenant, owner: Tenant['owner']): Action =>
  updateAction(id, 'TENANT', itemOf({ ...before, owner, version: before.version + 1 }), unchanged(before));
