import type { Author } from '../api/call.ts';
import { notFound } from '../api/errors.ts';
import { type IdempotencyKey, runOnce } from '../api/idempotency.ts';
import type { ListQuery } from '../api/list.ts';
import { checkAction, exists } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { find } from '../db/read.ts';
import { getTenantItem, tenantIdOf, tenantNotFound } from '../tenant/data.ts';
import type { TenantItem } from '../tenant/tenantItem.ts';
import { listKeys, revokeTenantKey, saveKey, viewKey } from './data.ts';
import type { NewKey } from './inputs.ts';
import { currentSecret } from './keySecrets.ts';
import type { Key } from './schema.ts';
import { allScopes } from './scopes.ts';
import { keySortKey, keyView, newKey, type StoredKey } from './storedKey.ts';

export type Issued = { key: Key; secret: string | null };

/** Issues a key of a tenant, given by its ID or name. */
export function issueKey(idOrName: string, input: NewKey, by: Author, now: Date, idempotency: IdempotencyKey | undefined) {
  return runOnce<Issued>('PLATFORM#IDEM', idempotency, {
    run: async (remember) => {
      const { id, name, suspended_since: suspension } = await getAccount(idOrName);
      const wanted = { ...input, scopes: input.scopes ?? allScopes, suspension };
      const { key, secret } = newKey(id, wanted, now, await currentSecret('platform', now));
      const view = keyView(key, undefined);
      const tenant = checkAction(id, 'TENANT', hasName(id, idOrName));
      const author = { ...by, tenant_name: name };
      await saveKey(
        id,
        key,
        view,
        { by: author, now },
        {
          actions: { idempotency: remember(`${id} ${key.id}`), tenant },
          errors: { tenant: () => tenantNotFound(idOrName) },
        },
      );
      return { key: view, secret };
    },
    replay: replayIssue,
  });
}

/** The tenant with this ID or name. */
async function getAccount(idOrName: string): Promise<TenantItem & { id: TenantId }> {
  const id = await tenantIdOf(idOrName);
  return { ...(await getTenantItem(id)), id };
}

/** Fails unless the tenant exists and, if the request used its name, still has that name. */
const hasName = (id: TenantId, idOrName: string) =>
  id === idOrName ? exists : { expression: '#name = :name', names: { '#name': 'name' }, values: { ':name': idOrName } };

/** Returns the key that an earlier request issued. Its secret was shown only then. */
export async function replayIssue(outcome: string): Promise<Issued> {
  const [tenant, id] = outcome.split(' ') as [TenantId, string];
  const key = await find<StoredKey>(tenant, keySortKey(id));
  if (!key)
    throw notFound(
      'longer a key from this request; it expired more than 30 days ago. To issue another, use a new Idempotency-Key',
    );
  return { key: await viewKey(tenant, key), secret: null };
}

export async function getKeys(idOrName: string, query: ListQuery, now: Date) {
  const tenant = await tenantIdOf(idOrName);
  if (!(await find(tenant, 'TENANT'))) throw tenantNotFound(idOrName);
  return listKeys(tenant, 'getKeys', query, now);
}

export async function revokeKey(idOrName: string, id: string, by: Author, now: Date): Promise<Key> {
  const tenant = await getAccount(idOrName);
  return revokeTenantKey(tenant.id, id, { ...by, tenant_name: tenant.name }, now);
}
