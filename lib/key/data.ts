import type { Author } from '../api/call.ts';
import { notFound, unauthorized } from '../api/errors.ts';
import { type ListQuery, page } from '../api/list.ts';
import { auditAction } from '../audit/entry.ts';
import { type Action, checkAction, updateAction } from '../db/action.ts';
import type { Partition, TenantId } from '../db/key.ts';
import { itemsIn, pagesOf } from '../db/query.ts';
import { find } from '../db/read.ts';
import { retryWithKeyCheck } from '../db/retry.ts';
import { tryCommit } from '../db/write.ts';
import type { ConditionFailed } from '../db/writeErrors.ts';
import { activeUserAction, findUsers } from '../user/userItem.ts';
import { isId, timeId, timeIdAt } from '../values/id.ts';
import { maxStaffKeyMs } from './inputs.ts';
import type { Key } from './schema.ts';
import { isActive, isListed, keySortKey, keyView, type StoredKey } from './storedKey.ts';

const keysOf = (tenant: TenantId, low?: string) => itemsIn<StoredKey>(tenant, 'KEY#', 'descending', low ? { low } : {});

/** A tenant's keys, newest first, including revoked ones. */
export async function listKeys(tenant: TenantId, operation: string, query: ListQuery, now: Date) {
  const setting = { source: keysOf(tenant), view: (key: StoredKey) => key, isListed: (key: StoredKey) => isListed(key, now) };
  const { items, next_cursor } = await page({
    scope: tenant,
    operation,
    query,
    sourceFor: () => ({ ...setting, mostMatch: true }),
  });
  return { keys: await viewKeys(tenant, items), next_cursor };
}

/** The keys with their current scopes. Reads the users that staff keys belong to. */
async function viewKeys(tenant: TenantId, keys: readonly StoredKey[]): Promise<Key[]> {
  const ids = [...new Set(keys.flatMap(({ user = [] }) => user))];
  const users = await findUsers(tenant, ids);
  return keys.map((key) => keyView(key, key.user === undefined ? undefined : users.get(key.user)));
}

export async function viewKey(tenant: TenantId, key: StoredKey): Promise<Key> {
  const [view] = await viewKeys(tenant, [key]);
  return view as Key;
}

/**
 * Actions that fail if the caller's key was revoked or its user was deactivated, so that a key cannot survive in keys that it
 * issued. A command has no key. Concurrent changes with one key conflict on its item, so they are retried longer than others.
 */
export function callerActions({ caller, key, user }: Author, tenant: TenantId | null, revoked?: string): Action[] {
  const partition = caller === 'platform' ? 'PLATFORM#KEY' : tenant;
  const notRevoked = { expression: 'attribute_exists(pk) AND attribute_not_exists(revoked)' };
  return [
    // A transaction can contain an item only once.
    ...(partition && key && key !== revoked ? [checkAction(partition, keySortKey(key), notRevoked)] : []),
    ...(tenant && user ? [activeUserAction(tenant, user)] : []),
  ];
}

/** Whether this user has a staff key that works, or would work if the user were active. */
export const hasStaffKeys = (tenant: TenantId, user: string, now: Date): Promise<boolean> =>
  hasActiveKeys(tenant, now, (key) => key.user === user, 1, timeIdAt(now.getTime() - maxStaffKeyMs));

/** Whether a tenant has so many active keys of a kind. */
export async function hasActiveKeys(
  tenant: TenantId,
  now: Date,
  isWanted: (key: StoredKey) => boolean,
  wanted: number,
  low?: string,
) {
  let active = 0;
  for await (const { items } of pagesOf(keysOf(tenant, low))) {
    active += items.filter((key) => isWanted(key) && isActive(key, now)).length;
    if (active >= wanted) return true;
  }
  return false;
}

type KeyOwner<V> = { partition: Partition; tenant: TenantId | null; view: (key: StoredKey) => V | Promise<V> };

/** Revokes an active key. The key is not deleted, because lists still show it. */
export async function revoke<V extends Record<string, unknown>>(
  { partition, tenant, view }: KeyOwner<V>,
  id: string,
  author: Author,
  now: Date,
): Promise<V> {
  const unknown = notFound(
    `active ${tenant ? '' : 'platform '}key with this ID. It may have been revoked already: list the keys`,
  );
  if (!isId('key', id)) throw unknown;
  const key = await find<StoredKey>(partition, keySortKey(id));
  if (!key || key.revoked || !isListed(key, now)) throw unknown;
  const before = await view(key);
  const revocation = { revoked: now.toISOString() };
  const actions = {
    caller: callerActions(author, tenant, id),
    key: updateAction(partition, keySortKey(id), revocation, {
      expression: 'attribute_exists(pk) AND attribute_not_exists(#revoked)',
    }),
    audit: auditAction(timeId(now), tenant, author, now, { before, after: {} }),
  };
  const errorOf = ({ failed }: ConditionFailed) => (failed.has('caller') ? unauthorized() : unknown);
  await retryWithKeyCheck(() => tryCommit(actions, errorOf));
  return { ...before, ...revocation };
}

export const revokeTenantKey = (tenant: TenantId, id: string, by: Author, now: Date): Promise<Key> =>
  revoke({ partition: tenant, tenant, view: (key) => viewKey(tenant, key) }, id, by, now);
