import { audit } from '../audit/entry.ts';
import { check, createDrawn, update } from '../db/action.ts';
import { commit } from '../db/commit.ts';
import type { Scope, TenantId } from '../db/key.ts';
import { partition } from '../db/query.ts';
import { find } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { ConditionFailed } from '../db/writeErrors.ts';
import { notFound } from '../errors.ts';
import { type IdempotencyKey, once } from '../idempotency.ts';
import { type ListQuery, page } from '../list.ts';
import type { By } from '../operation.ts';
import { tenantIdOf } from '../tenant/data.ts';
import { timeId } from '../values/id.ts';
import { isKeyId, type Key, type StoredKey } from './schema.ts';
import { hashOf, makeToken } from './token.ts';

const sortKey = (id: string) => `KEY#${id.slice(4)}`;

/** A new key and its clear text, which is kept nowhere. */
export function drawKey(scope: Scope, label: string | null, expires: string | null, now: Date) {
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

/** Puts a platform key into the table: for who may write there anyway, since no interface issues them. */
export async function issuePlatformKey(label: string | null, expires: string | null, now: Date) {
  const drawn = drawKey('PLATFORM', label, expires, now);
  await commit({ key: createDrawn('PLATFORM', sortKey(drawn.key.id), drawn.key) });
  return drawn;
}

type Given = { label?: string | null | undefined; expires?: string | null | undefined };
type Issued = { key: Key; secret: string | null };

export function issueKey(idOrName: string, given: Given, by: By, now: Date, idempotency: IdempotencyKey | undefined) {
  const auditId = timeId(now);
  return once<Issued>('PLATFORM', idempotency, {
    run: async (remember) => {
      const tenant = await tenantIdOf(idOrName);
      const { key, secret } = drawKey(tenant, given.label ?? null, given.expires ?? null, now);
      await retryOnConflict(() =>
        commit({
          idempotency: remember(`${tenant} ${key.id}`),
          tenant: check(tenant, 'TENANT', stillCalled(tenant, idOrName)),
          key: createDrawn(tenant, sortKey(key.id), key),
          audit: audit(auditId, tenant, by, now, { before: {}, after: viewOf(key) }),
        }).catch(noTenant),
      );
      return { key: viewOf(key), secret };
    },
    replay: async (outcome) => {
      const [tenant, id] = outcome.split(' ') as [TenantId, string];
      return { key: viewOf((await find<StoredKey>(tenant, sortKey(id))) as StoredKey), secret: null };
    },
  });
}

const stillCalled = (id: TenantId, idOrName: string) =>
  id === idOrName
    ? { expression: 'attribute_exists(pk)' }
    : { expression: '#name = :name', names: { '#name': 'name' }, values: { ':name': idOrName } };

function noTenant(error: unknown): never {
  throw error instanceof ConditionFailed && error.failed.has('tenant') ? notFound('tenant') : error;
}

export async function getKeys(idOrName: string, query: ListQuery) {
  const tenant = await tenantIdOf(idOrName);
  if (!(await find(tenant, 'TENANT'))) throw notFound('tenant');
  return page({
    scope: tenant,
    operation: 'getKeys',
    query,
    source: () => partition<StoredKey>(tenant, 'KEY#', 'descending'),
    view: (key) => (key.revoked ? undefined : viewOf(key)),
    sifts: () => true,
  });
}

/** Ends a key. Its item stays, so that a repeat of the request which issued it still finds it. */
export async function revokeKey(idOrName: string, id: string, by: By, now: Date): Promise<Key> {
  const mark = timeId(now);
  const tenant = await tenantIdOf(idOrName);
  if (!isKeyId(id)) throw notFound('key');
  return retryOnConflict(async () => {
    const key = await find<StoredKey>(tenant, sortKey(id));
    if (!key || (key.revoked && key.revoked_by !== mark)) throw notFound('key');
    const revocation = { revoked: now.toISOString(), revoked_by: mark };
    await commit({
      key: update(tenant, sortKey(id), revocation, { expression: 'attribute_not_exists(#revoked)' }),
      audit: audit(mark, tenant, by, now, { before: viewOf(key), after: {} }),
    });
    return viewOf(key);
  });
}

const viewOf = ({ id, label, created, expires, last_four, last_used }: StoredKey): Key => ({
  id,
  label,
  created,
  expires,
  last_four,
  last_used,
});
