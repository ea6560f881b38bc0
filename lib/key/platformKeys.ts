import { partition, queryPage } from '../db/query.ts';
import { set } from '../db/write.ts';
import { ConditionFailed } from '../db/writeErrors.ts';
import { notFound } from '../errors.ts';
import { isId } from '../values/id.ts';
import { keySortKey, type StoredKey } from './storedKey.ts';

/** All keys of the platform interface, newest first, revoked ones too. */
export async function platformKeys(): Promise<StoredKey[]> {
  const keys: StoredKey[] = [];
  const source = partition<StoredKey>('PLATFORM', 'KEY#', 'descending');
  for (let after: string | undefined, more = true; more; more = after !== undefined) {
    const { items, last } = await queryPage(source, after, 1000);
    keys.push(...items);
    after = last;
  }
  return keys;
}

/** Ends a platform key; one that has ended already stays as it is. */
export async function revokePlatformKey(id: string, now: Date): Promise<StoredKey> {
  if (!isId('key', id)) throw notFound('platform key');
  const active = { expression: 'attribute_exists(pk) AND attribute_not_exists(#revoked)' };
  const revoked = set<StoredKey>('PLATFORM', keySortKey(id), { revoked: now.toISOString() }, active);
  return revoked.catch((error) => {
    throw error instanceof ConditionFailed ? notFound('platform key that is not revoked yet') : error;
  });
}
