import { audit, changes } from '../audit/data.ts';
import type { TenantId } from '../db/key.ts';
import { find, findClaimant } from '../db/read.ts';
import { untilWon } from '../db/retry.ts';
import { ConditionFailed, claim, commit, create } from '../db/write.ts';
import { notFound, Refusal } from '../errors.ts';
import { type IdempotencyKey, once } from '../idempotency.ts';
import type { By } from '../operation.ts';
import { type NewTenant, newTenant } from './rules.ts';
import { isTenantId, isTenantName, type Tenant } from './schema.ts';

/** What a tenant's item holds: one read of it answers most questions about the tenant. */
export type TenantItem = { json: string; name: string; version: number };

const itemOf = (tenant: Tenant) => ({
  json: JSON.stringify(tenant),
  name: tenant.name,
  version: tenant.version,
  listed: 'TENANTS',
  listed_at: tenant.id.slice(4),
});

export async function getTenant(id: TenantId): Promise<Tenant> {
  const item = await find<TenantItem>(id, 'TENANT');
  if (!item) throw notFound('tenant');
  return JSON.parse(item.json);
}

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
    name: claim('NAME', tenant.name, id),
    tenant: create(id, 'TENANT', itemOf(tenant)),
    owner: create(id, `USER#${owner.id.slice(4)}`, { json: JSON.stringify(owner) }),
    audit: audit(id, by, now, changes(undefined, tenant)),
  };
  return once('PLATFORM', key, {
    outcome: id,
    run: async (idempotency) => {
      await untilWon(() => commit({ idempotency, ...actions }).catch(nameTaken));
      return tenant;
    },
    replay: (outcome) => getTenant(outcome as TenantId),
  });
}

function nameTaken(error: unknown): never {
  if (error instanceof ConditionFailed && error.failed.has('name')) {
    throw new Refusal('name_taken', 'Another tenant has this name. Choose another.');
  }
  throw error;
}
