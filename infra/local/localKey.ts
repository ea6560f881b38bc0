import { createHash, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { authenticate } from '../../lib/key/authenticate.ts';
import { issuePlatformKey } from '../../lib/key/data.ts';
import { Fault } from '../fault.ts';

/**
 * The key that opens the platform interface of a local run. One from the environment is taken as it is, by handing the
 * handlers a real key in its place; otherwise one is drawn, kept beside the data and shown at every start.
 */
export async function localKey(folder: string, given: string | undefined) {
  const file = join(folder, 'platform-key');
  const kept = keptKey(file);
  const now = new Date();
  const secret =
    kept && (await authenticate('platform', kept, now)) ? kept : (await issuePlatformKey('local', null, now)).secret;
  if (secret !== kept) writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  const translate = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
    given && isEqual(headers['x-api-key'], given) ? { ...headers, 'x-api-key': secret } : headers;
  return { translate, secret, shown: given ? undefined : secret };
}

/** What a former run wrote down. */
export function keptKey(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Fault(`The key in ${file} cannot be read: mend that, or remove it (${(error as Error).message})`);
  }
}

const isEqual = (sent: string | string[] | undefined, given: string) =>
  typeof sent === 'string' && timingSafeEqual(digest(sent), digest(given));

const digest = (text: string) => createHash('sha256').update(text).digest();
