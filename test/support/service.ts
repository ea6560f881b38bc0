import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Service = { url: string; output: () => string; child: ChildProcess; exited: Promise<number | null> };

/** Starts the server of `npm start` with this environment, and waits until it serves or exits. */
export async function startService(
  environment: Record<string, string> = {},
  [program, ...rest]: string[] = [process.execPath, 'infra/local/serve.ts'],
  root = new URL('../..', import.meta.url).pathname,
): Promise<Service> {
  const { TABLE_NAME, AWS_ENDPOINT_URL_DYNAMODB, ...inherited } = process.env;
  const settings = { PORT: '0', DATA_DIR: freshFolder(), DEMO: '0', ...environment };
  const child = spawn(program as string, rest, {
    cwd: root,
    env: { ...inherited, ...settings },
    stdio: 'pipe',
  });
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = await new Promise<string>((resolve) => {
    const collect = (chunk: Buffer) => {
      output += chunk;
      const address = /Serving on (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    exited.then(() => resolve(''));
  });
  return { url, output: () => output, child, exited };
}

export const freshFolder = () => mkdtempSync(join(tmpdir(), 'store-platform-'));

export async function stopService({ child, exited }: Service, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  child.kill(signal);
  return exited;
}
