import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll } from '@jest/globals';

export const root = new URL('../..', import.meta.url).pathname;

type Ran = { code: number | null; stdout: string; stderr: string };
/** Input that is null is given later, by the test itself. */
type Setting = { env?: Record<string, string | undefined>; cwd?: string; input?: string | null };

const running = new Set<ChildProcess>();
afterAll(() => {
  for (const { pid } of running) process.kill(-(pid as number), 'SIGKILL');
});

/** Starts a command of its own process group, which ends with the tests at the latest. */
export function start([program = '', ...given]: string[], { env = {}, cwd = root, input = '' }: Setting = {}) {
  const { NODE_OPTIONS, ...inherited } = process.env;
  const child = spawn(program, given, { cwd, env: { ...inherited, ...env }, stdio: 'pipe', detached: true });
  const told = { stdout: '', stderr: '' };
  running.add(child);
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      told[stream] += text;
    });
  }
  child.stdin.on('error', () => {});
  if (input !== null) child.stdin.end(input);
  const ended = new Promise<Ran>((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      running.delete(child);
      resolve({ code, ...told });
    });
  });
  return { child, told, ended };
}

export const run = (command: string[], setting?: Setting): Promise<Ran> => start(command, setting).ended;
