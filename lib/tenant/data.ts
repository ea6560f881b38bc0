import { audit, changes } from '../audit/entry.ts';
import type { Override } from '../availability/schema.ts';
import { type Action, create, update } from '../db/action.ts';
import { commit } from '../db/commit.ts';
import type { TenantId } from '../db/key.ts';
import { listed } from '../db/query.ts';
import { find, findClaimant } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { Contention } from '../db/writeErrors.ts';
import { notFound } from '../errors.ts';
import { type IdempotencyKey, once } from '../idempotency.ts';
import { type ListQuery, page } from '../list.ts';
import type { By } from '../operation.ts';
import { timeId } from '../values/id.ts';
import { type IfMatch, mustMatch } from '../version.ts';
import { type Claiming, firstClaims, taken } from './claims.ts';
import { type NewTenant, newTenant } from './rules.ts';
import { isTenantId, isTenantName, type Tenant } from './schema.ts';

/** What a tenant's item holds: one read of it answers most questions about the tenant. */
export type TenantItem = {
  json: string;
  name: string;
  version: number;
  /** The request that made the latest change: its own commit is no race that it lost. */
  mark?: string;
  override?: Override;
  /** As JSON. */
  opening_hours?: string;
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
  if (!item) throw notFound('tenant');
  return item;
}

export const getTenant = async (id: TenantId): Promise<Tenant> => JSON.parse((await getTenantItem(id)).json);

/** The id behind what stands in a tenant's place: its id, or its name. */
export async function tenantIdOf(idOrName: string): Promise<TenantId> {
  if (isTenantId(idOrName)) return idOrName as TenantId;
  const id = isTenantName(idOrName) ? await findClaimant('NAME', idOrName) : undefined;
  if (!id) throw notFound('tenant');
  return id;
}

export function createTenant(input: NewTenant, by: By, now: Date, key: IdempotencyKey | undefined) {
  const tenant = newTenant(input, now);
  const { id, owner } = tenant;
  const actions = {
    ...firstClaims(id, tenant),
    tenant: create(id, 'TENANT', itemOf(tenant)),
    owner: create(id, `USER#${owner.id.slice(4)}`, { json: JSON.stringify(owner) }),
    audit: audit(timeId(now), id, by, now, changes(undefined, tenant)),
  };
  return once('PLATFORM', key, {
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
    const before: Tenant = JSON.parse(item.json);
    if (item.mark === mark) return before;
    if (idOrName !== id && idOrName !== before.name) {
      id = await tenantIdOf(idOrName);
      throw new Contention('renamed meanwhile');
    }
    mustMatch(ifMatch, before);
    const decided = decide(before);
    const changed = changes(before, decided);
    if (changed.none) return before;
    const after = { ...decided, version: before.version + 1 };
    await commit({
      tenant: update(id, 'TENANT', { ...itemOf(after), mark }, unchanged(before)),
      ...claiming(id, before, after),
      audit: audit(mark, id, by, now, changed),
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
    source: () => listed('TENANTS'),
    view: ({ json }, { subscribed, country }) => {
      const tenant: Tenant = JSON.parse(json);
      const wanted = (!subscribed || tenant.subscribed === subscribed) && (!country || tenant.country === country);
      return wanted ? tenant : undefined;
    },
    sifts: ({ subscribed, country }) => subscribed !== undefined || country !== undefined,
  });

/** Gives the tenant the copy of its owner that it carries. */
export const saveOwner = (id: TenantId, before: Tenant, owner: Tenant['owner']): Action =>
  update(id, 'TENANT', itemOf({ ...before, owner, version: before.version + 1 }), unchanged(before));
