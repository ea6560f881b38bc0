import { createHash, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { CommandError } from '../../apps/ops/commandError.ts';
import { authenticate } from '../../lib/key/authenticate.ts';
import { issuePlatformKey } from '../../lib/key/platformKeys.ts';

/**
 * The platform key of a local run. It is saved in the data folder and printed, unless the environment sets one: `translate`
 * replaces that one in each request with the saved key, so that the handlers authenticate it like any other.
 */
export async function localKey(folder: string, chosen: string | undefined) {
  const file = join(folder, 'platform-key');
  const saved = readKey(file);
  const now = new Date();
  const secret =
    saved && (await authenticate('platform', saved, now))
      ? saved
      : (await issuePlatformKey({ label: 'local', expires: null }, 'npm start', now)).secret;
  if (secret !== saved) writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  const translate = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
    chosen && isEqual(headers['x-api-key'], chosen) ? { ...headers, 'x-api-key': secret } : headers;
  return { translate, secret, printed: chosen ? undefined : secret };
}

/** A key that an earlier run has saved. */
export function readKey(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new CommandError(`The key in ${file} cannot be read: ${(error as Error).message}. Make it readable, or delete it.`);
  }
}

const isEqual = (sent: string | string[] | undefined, chosen: string) =>
  typeof sent === 'string' && timingSafeEqual(digest(sent), digest(chosen));

const digest = (text: string) => createHash('sha256').update(text).digest();
