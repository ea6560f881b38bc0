import type { Author } from '../api/call.ts';
import { ApiError, notFound } from '../api/errors.ts';
import { type ListQuery, page } from '../api/list.ts';
import { auditAction } from '../audit/entry.ts';
import { type Action, createGeneratedAction, updateAction } from '../db/action.ts';
import type { Scope, TenantId } from '../db/key.ts';
import { partition, queryPage } from '../db/query.ts';
import { find } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit } from '../db/write.ts';
import { ConditionFailed } from '../db/writeErrors.ts';
import { isId, timeId } from '../values/id.ts';
import type { Key } from './schema.ts';
import { isActive, keySortKey, platformViewOf, type StoredKey, viewOf } from './storedKey.ts';

const keysOf = (tenant: TenantId) => partition<StoredKey>(tenant, 'KEY#', 'descending');

/** A tenant's keys, newest first, including revoked ones. */
export const listKeys = (tenant: TenantId, operation: string, query: ListQuery) =>
  page({ scope: tenant, operation, query, sourceFor: () => ({ source: keysOf(tenant), view: viewOf }) });

/** Actions to commit with a new key, and the error to throw if the condition of one fails. */
type Checks = { actions: Record<string, Action | undefined>; errors: Record<string, () => ApiError> };

/** Saves a new key with its audit entry. */
export async function saveKey(
  tenant: TenantId,
  key: StoredKey,
  by: Author,
  now: Date,
  { actions, errors }: Checks,
): Promise<void> {
  const entryId = timeId(now);
  await mustHaveRoom(tenant, now);
  await retryOnConflict(() =>
    commit({
      ...actions,
      key: createGeneratedAction(tenant, keySortKey(key.id), key),
      audit: auditAction(entryId, tenant, by, now, { before: {}, after: viewOf(key) }),
    }).catch((error) => {
      const failed = error instanceof ConditionFailed && Object.keys(errors).find((name) => error.failed.has(name));
      throw failed ? errors[failed]?.() : error;
    }),
  );
}

const maxActiveKeys = 100;

/** Concurrent requests can exceed the limit by a few, because it is checked before the write. */
async function mustHaveRoom(tenant: TenantId, now: Date): Promise<void> {
  let active = 0;
  let after: string | undefined;
  do {
    const { items, last } = await queryPage(keysOf(tenant), after, Number.POSITIVE_INFINITY);
    active += items.filter((key) => isActive(key, now)).length;
    if (active >= maxActiveKeys) throw tooManyKeys();
    after = last;
  } while (after !== undefined);
}

const tooManyKeys = () =>
  new ApiError('too_many_keys', `This tenant has ${maxActiveKeys} active keys, which is the limit. Revoke one first.`, {
    max: maxActiveKeys,
  });

type Place = { scope: Scope; tenant: TenantId | null };

/** Revokes an active key. The key is not deleted, because lists still show it. */
export async function revoke({ scope, tenant }: Place, id: string, author: Author, now: Date): Promise<StoredKey> {
  const entryId = timeId(now);
  const unknown = notFound(`active ${tenant ? '' : 'platform '}key with this ID`);
  if (!isId('key', id)) throw unknown;
  return retryOnConflict(async () => {
    const key = await find<StoredKey>(scope, keySortKey(id));
    if (!key || key.revoked) throw unknown;
    const revocation = { revoked: now.toISOString() };
    await commit({
      key: updateAction(scope, keySortKey(id), revocation, { expression: 'attribute_not_exists(#revoked)' }),
      audit: auditAction(entryId, tenant, author, now, { before: tenant ? viewOf(key) : platformViewOf(key), after: {} }),
    });
    return { ...key, ...revocation };
  });
}

export const revokeTenantKey = async (tenant: TenantId, id: string, by: Author, now: Date): Promise<Key> =>
  viewOf(await revoke({ scope: tenant, tenant }, id, by, now));
