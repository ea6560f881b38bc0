import type { Author } from '../api/call.ts';
import type { ListQuery } from '../api/list.ts';
import { checkAction, exists } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { find } from '../db/read.ts';
import { getTenantItem, tenantIdOf, tenantNotFound } from '../tenant/data.ts';
import type { TenantItem } from '../tenant/tenantItem.ts';
import { listKeys, revokeTenantKey } from './data.ts';
import type { NewKey } from './inputs.ts';
import { type Issuing, issueOnce } from './issue.ts';
import type { Key } from './schema.ts';
import { allScopes } from './scopes.ts';

/** Issues a key of a tenant, given by its ID or name. */
export const issueKey = (idOrName: string, input: NewKey, request: Issuing) =>
  issueOnce('PLATFORM#IDEM', request, async () => {
    const { id: tenant, name: tenantName, suspended_since: suspension } = await getAccount(idOrName);
    const wanted = { ...input, scopes: input.scopes ?? allScopes, suspension };
    const action = checkAction(tenant, 'TENANT', hasName(tenant, idOrName));
    return { tenant, wanted, tenantName, check: { action, error: () => tenantNotFound(idOrName) } };
  });

/** The tenant with this ID or name. */
async function getAccount(idOrName: string): Promise<TenantItem & { id: TenantId }> {
  const id = await tenantIdOf(idOrName);
  return { ...(await getTenantItem(id)), id };
}

/** Fails unless the tenant exists and, if the request used its name, still has that name. */
const hasName = (id: TenantId, idOrName: string) =>
  id === idOrName ? exists : { expression: '#name = :name', names: { '#name': 'name' }, values: { ':name': idOrName } };

export async function getKeys(idOrName: string, query: ListQuery, now: Date) {
  const tenant = await tenantIdOf(idOrName);
  if (!(await find(tenant, 'TENANT'))) throw tenantNotFound(idOrName);
  return listKeys(tenant, 'getKeys', query, now);
}

export async function revokeKey(idOrName: string, id: string, by: Author, now: Date): Promise<Key> {
  const tenant = await getAccount(idOrName);
  return revokeTenantKey(tenant.id, id, { ...by, tenant_name: tenant.name }, now);
}
