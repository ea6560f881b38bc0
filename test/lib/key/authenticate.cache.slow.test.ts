import { expect, jest, test } from '@jest/globals';
import { itemKey, type TenantId } from '../../../lib/db/key.ts';
import { authenticate } from '../../../lib/key/authenticate.ts';
import { currentSecret } from '../../../lib/key/checksumSecrets.ts';
import { keySortKey, newKey } from '../../../lib/key/storedKey.ts';
import { aTenant } from '../../support/actors.ts';
import { metered, writeItems } from '../../support/database.ts';

/** Writes keys directly to the table, because issuing them one by one would be slow. */
async function newKeys(tenant: TenantId, count: number): Promise<string[]> {
  const now = new Date();
  const last_used = now.toISOString().slice(0, 10);
  const keySecret = await currentSecret('management', now);
  const keys = Array.from({ length: count }, () => {
    const { key, secret } = newKey(tenant, { label: 'cached' }, now, keySecret);
    return { secret, Item: { ...key, last_used, ...itemKey(tenant, keySortKey(key.id)) } };
  });
  await writeItems(keys.map(({ Item }) => Item));
  return keys.map(({ secret }) => secret);
}

test('caches at most a thousand keys', async () => {
  // Time stands still: on a busy machine, the first keys would otherwise be too old when the last is read.
  const now = new Date();
  jest.spyOn(performance, 'now').mockReturnValue(0);
  const tenant = (await aTenant()).id as TenantId;
  const keys = await newKeys(tenant, 1001);
  const readsOf = async (key: string | undefined) => {
    const { result, calls } = await metered(() => authenticate('management', key, now));
    expect(result).toMatchObject({ tenant });
    return calls;
  };
  for (const key of keys) await authenticate('management', key, now);
  expect(await readsOf(keys.at(-1000))).toBe(0);
  expect(await readsOf(keys.at(-1001))).toBe(1);
  expect(await readsOf(keys.at(-1))).toBe(0);
});
