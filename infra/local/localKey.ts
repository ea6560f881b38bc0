import { hash, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { CommandError } from '../../apps/ops/commandError.ts';
import type { Caller } from '../../lib/api/route.ts';
import { authenticate } from '../../lib/key/authenticate.ts';
import { issuePlatformKey } from '../../lib/key/platformKeys.ts';

/**
 * The platform key of a local run. It is saved in the data folder. If the environment sets another one, the saved key is not
 * printed, and `translate` puts it in place of the other in each request, so that the handlers authenticate it like any key.
 */
export async function localKey(folder: string, chosen: string | undefined) {
  const issue = async () => (await issuePlatformKey({ label: 'local', expires: null }, 'npm start', new Date())).secret;
  const secret = await keptKey(join(folder, 'platform-key'), 'platform', issue);
  const translate = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
    chosen && isEqual(headers['x-api-key'], chosen) ? { ...headers, 'x-api-key': secret } : headers;
  return { translate, secret, printed: chosen ? undefined : secret };
}

/** The key that an earlier run has saved in a file, if it is still valid. Otherwise a new one, if `issue` returns one. */
export async function keptKey<Key extends string | undefined>(file: string, caller: Caller, issue: () => Promise<Key>) {
  const saved = readKey(file);
  if (saved && (await authenticate(caller, saved, new Date()))) return saved;
  const issued = await issue();
  if (issued) save(file, issued);
  return issued;
}

function save(file: string, key: string): void {
  try {
    writeFileSync(file, `${key}\n`, { mode: 0o600 });
  } catch (error) {
    throw new CommandError(`The key cannot be saved in ${file}: ${(error as Error).message}. Make the folder writable.`);
  }
}

function readKey(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new CommandError(
      `The key in ${file} cannot be read: ${(error as Error).message}. Make it readable, or delete this file and start again: the data stays, and another key is issued. For demo-key, this works only while the demo store is the newest one; otherwise, run npm run ops -- key issue demo, and save the key in the file.`,
    );
  }
}

const isEqual = (sent: string | string[] | undefined, chosen: string) =>
  typeof sent === 'string' && timingSafeEqual(digest(sent), digest(chosen));

const digest = (text: string) => hash('sha256', text, 'buffer');
