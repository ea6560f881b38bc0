import { issuePlatformKey } from '../../lib/key/data.ts';

/** A key that opens the platform interface. */
export async function platformKey(expires: string | null = null): Promise<string> {
  return (await issuePlatformKey('test', expires, new Date())).secret;
}
