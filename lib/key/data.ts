import type { Author } from '../api/call.ts';
import { ApiError, notFound, unauthorized } from '../api/errors.ts';
import { type ListQuery, page } from '../api/list.ts';
import { auditAction } from '../audit/entry.ts';
import { type Action, checkAction, createGeneratedAction, updateAction } from '../db/action.ts';
import type { Partition, TenantId } from '../db/key.ts';
import { itemsIn, queryPage } from '../db/query.ts';
import { find } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit } from '../db/write.ts';
import { ConditionFailed } from '../db/writeErrors.ts';
import { isId, timeId } from '../values/id.ts';
import type { Key } from './schema.ts';
import { isActive, keySortKey, keyView, platformKeyView, type StoredKey } from './storedKey.ts';

const keysOf = (tenant: TenantId) => itemsIn<StoredKey>(tenant, 'KEY#', 'descending');

/** A tenant's keys, newest first, including revoked ones. */
export const listKeys = (tenant: TenantId, operation: string, query: ListQuery) =>
  page({ scope: tenant, operation, query, sourceFor: () => ({ source: keysOf(tenant), view: keyView }) });

/** Actions to commit with a new key, and the error to throw if the condition of one fails. */
type Checks = { actions: Record<string, Action | undefined>; errors: Record<string, () => ApiError> };

/** Fails if the caller's key was revoked, so that a key cannot survive in keys that it issued. A command has no key. */
const callerAction = ({ caller, key }: Author, tenant: TenantId | null): Action | undefined => {
  const partition = caller === 'platform' ? 'PLATFORM#KEY' : tenant;
  const notRevoked = { expression: 'attribute_exists(pk) AND attribute_not_exists(revoked)' };
  return partition && key ? checkAction(partition, keySortKey(key), notRevoked) : undefined;
};

/** Saves a new key with its audit entry. */
export async function saveKey(
  tenant: TenantId,
  key: StoredKey,
  by: Author,
  now: Date,
  { actions, errors: others }: Checks,
): Promise<void> {
  const errors = { caller: unauthorized, ...others };
  const entryId = timeId(now);
  // A store that has used up the limit cannot lock the platform out.
  if (by.caller === 'management') await mustHaveRoom(tenant, now);
  await retryOnConflict(() =>
    commit({
      ...actions,
      caller: callerAction(by, tenant),
      key: createGeneratedAction(tenant, keySortKey(key.id), key),
      audit: auditAction(entryId, tenant, by, now, { before: {}, after: keyView(key) }),
    }).catch((error) => {
      const failed = error instanceof ConditionFailed && Object.keys(errors).find((name) => error.failed.has(name));
      throw failed ? errors[failed as keyof typeof errors]() : error;
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

type KeyOwner = { partition: Partition; tenant: TenantId | null };

/** Revokes an active key. The key is not deleted, because lists still show it. */
export async function revoke({ partition, tenant }: KeyOwner, id: string, author: Author, now: Date): Promise<StoredKey> {
  const entryId = timeId(now);
  const unknown = notFound(`active ${tenant ? '' : 'platform '}key with this ID`);
  if (!isId('key', id)) throw unknown;
  return retryOnConflict(async () => {
    const key = await find<StoredKey>(partition, keySortKey(id));
    if (!key || key.revoked) throw unknown;
    const revocation = { revoked: now.toISOString() };
    await commit({
      // A transaction can contain an item only once.
      caller: id === author.key ? undefined : callerAction(author, tenant),
      key: updateAction(partition, keySortKey(id), revocation, { expression: 'attribute_not_exists(#revoked)' }),
      audit: auditAction(entryId, tenant, author, now, { before: tenant ? keyView(key) : platformKeyView(key), after: {} }),
    }).catch((error) => {
      throw error instanceof ConditionFailed && error.failed.has('caller') ? unauthorized() : error;
    });
    return { ...key, ...revocation };
  });
}

export const revokeTenantKey = async (tenant: TenantId, id: string, by: Author, now: Date): Promise<Key> =>
  keyView(await revoke({ partition: tenant, tenant }, id, by, now));
