import { auditAction } from '../audit/entry.ts';
import type { By } from '../call.ts';
import { checkAction, createGeneratedAction, updateAction } from '../db/action.ts';
import type { Scope, TenantId } from '../db/key.ts';
import { partition } from '../db/query.ts';
import { find } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit } from '../db/write.ts';
import { ConditionFailed } from '../db/writeErrors.ts';
import { notFound } from '../errors.ts';
import { type IdempotencyKey, runOnce } from '../idempotency.ts';
import { type ListQuery, page } from '../list.ts';
import { tenantIdOf, tenantNotFound } from '../tenant/data.ts';
import { isId, timeId } from '../values/id.ts';
import type { NewKey } from './inputs.ts';
import type { Key } from './schema.ts';
import { keySortKey, type StoredKey } from './storedKey.ts';
import { hashOf, makeToken } from './token.ts';

/** Generates a key and its secret. Only a hash of the secret is stored. */
function newKey(scope: Scope, label: string | null, expires: string | null, now: Date) {
  const id = `key_${timeId(now)}`;
  const secret = makeToken(scope, id);
  const key: StoredKey = {
    id,
    label,
    created: now.toISOString(),
    expires,
    last_four: secret.slice(-4),
    last_used: null,
    hash: hashOf(secret),
  };
  return { key, secret };
}

/** Issues a platform key. Only a command does this, with AWS credentials that may write to the table. */
export async function issuePlatformKey(label: string | null, expires: string | null, now: Date) {
  const issued = newKey('PLATFORM', label, expires, now);
  await commit({ key: createGeneratedAction('PLATFORM', keySortKey(issued.key.id), issued.key) });
  return issued;
}

type Issued = { key: Key; secret: string | null };

export function issueKey(idOrName: string, input: NewKey, by: By, now: Date, idempotency: IdempotencyKey | undefined) {
  const auditId = timeId(now);
  return runOnce<Issued>('PLATFORM', idempotency, {
    run: async (remember) => {
      const tenant = await tenantIdOf(idOrName);
      const { key, secret } = newKey(tenant, input.label ?? null, input.expires ?? null, now);
      await retryOnConflict(() =>
        commit({
          idempotency: remember(`${tenant} ${key.id}`),
          tenant: checkAction(tenant, 'TENANT', hasName(tenant, idOrName)),
          key: createGeneratedAction(tenant, keySortKey(key.id), key),
          audit: auditAction(auditId, tenant, by, now, { before: {}, after: viewOf(key) }),
        }).catch((error) => {
          throw error instanceof ConditionFailed && error.failed.has('tenant') ? tenantNotFound(idOrName) : error;
        }),
      );
      return { key: viewOf(key), secret };
    },
    replay: async (outcome) => {
      const [tenant, id] = outcome.split(' ') as [TenantId, string];
      return { key: viewOf((await find<StoredKey>(tenant, keySortKey(id))) as StoredKey), secret: null };
    },
  });
}

/** Holds if the tenant exists and, if it was addressed by its name, still has that name. */
const hasName = (id: TenantId, idOrName: string) =>
  id === idOrName
    ? { expression: 'attribute_exists(pk)' }
    : { expression: '#name = :name', names: { '#name': 'name' }, values: { ':name': idOrName } };

export async function getKeys(idOrName: string, query: ListQuery) {
  const tenant = await tenantIdOf(idOrName);
  if (!(await find(tenant, 'TENANT'))) throw tenantNotFound(idOrName);
  return page({
    scope: tenant,
    operation: 'getKeys',
    query,
    sourceFor: () => ({
      source: partition<StoredKey>(tenant, 'KEY#', 'descending'),
      view: viewOf,
      isListed: ({ revoked }) => !revoked,
    }),
  });
}

/** Revokes a key. The item is kept, because a replayed `issueKey` still returns it. */
export async function revokeKey(idOrName: string, id: string, by: By, now: Date): Promise<Key> {
  const writeId = timeId(now);
  const tenant = await tenantIdOf(idOrName);
  if (!isId('key', id)) throw keyNotFound();
  return retryOnConflict(async () => {
    const key = await find<StoredKey>(tenant, keySortKey(id));
    if (!key || (key.revoked && key.revoked_by !== writeId)) throw keyNotFound();
    const revocation = { revoked: now.toISOString(), revoked_by: writeId };
    await commit({
      key: updateAction(tenant, keySortKey(id), revocation, { expression: 'attribute_not_exists(#revoked)' }),
      audit: auditAction(writeId, tenant, by, now, { before: viewOf(key), after: {} }),
    });
    return viewOf(key);
  });
}

const keyNotFound = () => notFound('active key with this ID');

const viewOf = ({ id, label, created, expires, last_four, last_used }: StoredKey): Key => ({
  id,
  label,
  created,
  expires,
  last_four,
  last_used,
});
