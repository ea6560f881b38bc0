import { execFile, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from '../../apps/ops/commandError.ts';

export const root = resolve(import.meta.dirname, '../..');

const requirements = join(import.meta.dirname, 'requirements.txt');
const home = join(root, '.ministack');

/** The path of a Python that has our version of MiniStack. Installs both in a separate folder if needed. */
export function installed(): string {
  const python = join(home, 'bin/python');
  const record = join(home, 'installed.txt');
  const wanted = readFileSync(requirements, 'utf8');
  if (existsSync(record) && readFileSync(record, 'utf8') === wanted) return python;
  process.stdout.write('Installing MiniStack into .ministack (once).\n');
  rmSync(home, { recursive: true, force: true });
  must(run('python3', '-m', 'venv', home), 'Python 3.10 or newer with its module venv is needed');
  must(
    run(python, '-m', 'pip', 'install', '--quiet', '--require-hashes', '--requirement', requirements),
    'pip cannot install MiniStack and cfn-lint',
  );
  writeFileSync(record, wanted);
  return python;
}

/** A certificate for this machine, because some deployed resources accept only encrypted calls. */
export function certificateIn(folder: string) {
  const [cert, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  const made = run('openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject);
  must(made, 'openssl is needed, to make a certificate');
  return { cert, key };
}

const run = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: 'utf8' });

function must({ status, error, stdout, stderr }: SpawnSyncReturns<string>, problem: string): void {
  if (status === 0) return;
  const why = error?.message ?? `${stdout}${stderr}`.trim().split('\n').at(-1);
  throw new CommandError(`${problem}. (${why})`);
}

/** Runs a program and returns its standard output. If it fails, the error contains all output. */
export async function output(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const ended = promisify(execFile)(program, args, { cwd: root, env, maxBuffer: 2 ** 28 });
  ended.child.stdin?.end();
  const { stdout } = await ended.catch(({ message, stdout }) => {
    throw new Error(`${message}\n${stdout}`);
  });
  return stdout;
}
