import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Misuse } from './command.ts';

/** Where the service is. A key goes over no network in the clear. */
export function storeUrl(): string {
  const url = process.env.STORE_URL;
  if (!url) throw new Misuse('STORE_URL is not set: it is the address of the service, like https://api.example.com');
  const { protocol = '', hostname = '' } = URL.parse(url) ?? {};
  if (url.includes('@')) throw new Misuse('STORE_URL must hold neither user nor password: the service asks for a key alone');
  const here = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && here)) {
    throw new Misuse('STORE_URL must be an https URL; plain http is for this machine alone');
  }
  return url;
}

/** A key from the environment, or from whoever sits at the terminal; typed, it is not shown. */
export async function keyFrom(variable: 'PLATFORM_API_KEY' | 'STORE_API_KEY'): Promise<string> {
  const key = process.env[variable] || (process.stdin.isTTY ? await ask(`${variable}: `) : undefined);
  if (!key) throw new Misuse(`${variable} is not set: the key comes from the environment, never from the command line`);
  if (/[^\x21-\x7e]/.test(key)) throw new Misuse(`${variable} holds something that is no key`);
  return key;
}

async function ask(question: string): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  // Only now that the terminal no longer shows what is typed.
  process.stderr.write(question);
  try {
    return await new Promise((resolve, reject) => {
      reader.once('SIGINT', () => reject(new Misuse('No key was given'))).once('close', () => resolve(''));
      reader.question('').then((answer) => resolve(answer.trim()), reject);
    });
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
}
