import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { isAddress } from '../client/client.ts';
import { reasonOf, StoreError } from '../client/error.ts';
import { UsageError } from './command.ts';

export type KeyVariable = 'PLATFORM_API_KEY' | 'STORE_API_KEY';

/** Requires https, so that a key never crosses a network in the clear. */
export function storeUrl(): string {
  const url = process.env.STORE_URL;
  if (!url)
    throw new UsageError('STORE_URL is not set. Set it to the address of the service, such as https://api.example.com.');
  if (url.includes('@')) throw new UsageError('STORE_URL must not contain a user name or password. Remove them from the URL.');
  if (!isAddress(url))
    throw new UsageError(
      'STORE_URL is not the address of a service. Set it to an address without a query, such as https://api.example.com.',
    );
  const parsed = new URL(url);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(parsed.hostname);
  if (parsed.protocol === 'http:' && !isLocal) {
    throw new UsageError('STORE_URL must start with https://. Only localhost may use http://.');
  }
  return url;
}

/** Reads the key from the environment, or asks for it at a terminal without showing what is typed. */
export async function keyIn(variable: KeyVariable): Promise<string> {
  const key = process.env[variable] || (process.stdin.isTTY ? await ask(`${variable}: `) : undefined);
  if (!key)
    throw new UsageError(`${variable} is not set. Set it in the environment; keys are never read from the command line.`);
  if (/[^\x21-\x7e]/.test(key)) {
    throw new UsageError(
      `${variable} is not a valid key: it contains a space or another character that keys never contain. Copy the key again.`,
    );
  }
  return key;
}

async function ask(question: string): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  // The reader has turned off the terminal's echo, so the question may appear now.
  process.stderr.write(question);
  try {
    return await new Promise((resolve, reject) => {
      reader.once('SIGINT', () => reject(new UsageError('No key was entered.'))).once('close', () => resolve(''));
      reader.question('').then((answer) => resolve(answer.trim()), reject);
    });
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
}

const causesOf = {
  PLATFORM_API_KEY:
    'It is wrong, expired, revoked, a management key, from another deployment, or made with a secret that has since been dropped.',
  STORE_API_KEY:
    'It is wrong, expired, revoked, a platform key, from another deployment, or made with a secret that has since been dropped. Or its user was deactivated, or its store deleted.',
};

/** One line: what went wrong, and what to check. */
export const storeErrorText = (error: StoreError, variable: KeyVariable): string =>
  `${causeText(error, variable)}${error.uncertain ? ' The change may have been made anyway: check before you repeat it.' : ''}`;

function causeText(error: StoreError, variable: KeyVariable): string {
  const { message, code, requestId } = error;
  if (code === 'unauthorized') {
    return `The key in ${variable} was rejected. ${causesOf[variable]} Set ${variable} to a valid key, and check STORE_URL.`;
  }
  const source = requestId ? `${code}, request ${requestId}` : code;
  return code === 'no_response' ? `${message} The address comes from STORE_URL.` : `${reasonOf(error)} (${source})`;
}

/** The error of the service, to print before the advice on how to continue. */
export function problemText(error: unknown): string {
  if (!(error instanceof StoreError)) throw error;
  return `${causeText(error, 'STORE_API_KEY')} `;
}
