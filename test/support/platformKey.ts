import { set } from '../../lib/db/write.ts';
import { issuePlatformKey } from '../../lib/key/platformKeys.ts';
import { keySortKey } from '../../lib/key/storedKey.ts';

/** The secret of a new platform key that was used today, so that no request records its use in the background. */
export async function aUsedPlatformKey(): Promise<string> {
  const now = new Date();
  const { key, secret } = await issuePlatformKey({ label: 'test', expires: null }, 'test', now);
  await set('PLATFORM#KEY', keySortKey(key.id), { last_used: now.toISOString().slice(0, 10) });
  return secret;
}
