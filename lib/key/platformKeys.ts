import { createGeneratedAction } from '../db/action.ts';
import { partition, queryPage } from '../db/query.ts';
import { commit, set } from '../db/write.ts';
import { ConditionFailed } from '../db/writeErrors.ts';
import { notFound } from '../errors.ts';
import { isId } from '../values/id.ts';
import { keySortKey, newKey, type StoredKey } from './storedKey.ts';

/** Issues a platform key. Only a command does this, with AWS credentials that may write to the table. */
export async function issuePlatformKey(label: string | null, expires: string | null, now: Date) {
  const issued = newKey('PLATFORM', { label, expires }, now);
  await commit({ key: createGeneratedAction('PLATFORM', keySortKey(issued.key.id), issued.key) });
  return issued;
}

/** All platform keys, newest first, including revoked ones. */
export async function listPlatformKeys(): Promise<StoredKey[]> {
  const keys: StoredKey[] = [];
  const source = partition<StoredKey>('PLATFORM', 'KEY#', 'descending');
  let after: string | undefined;
  do {
    const { items, last } = await queryPage(source, after, 1000);
    keys.push(...items);
    after = last;
  } while (after !== undefined);
  return keys;
}

/** Revokes a platform key. Throws if it is already revoked. */
export async function revokePlatformKey(id: string, now: Date): Promise<StoredKey> {
  if (!isId('key', id)) throw keyNotFound();
  const active = { expression: 'attribute_exists(pk) AND attribute_not_exists(#revoked)' };
  const revoked = set<StoredKey>('PLATFORM', keySortKey(id), { revoked: now.toISOString() }, active);
  return revoked.catch((error) => {
    throw error instanceof ConditionFailed ? keyNotFound() : error;
  });
}

const keyNotFound = () => notFound('active platform key with this ID');
