import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll } from '@jest/globals';

export const root = new URL('../..', import.meta.url).pathname;

type Result = { code: number | null; stdout: string; stderr: string };
/** If the input is null, the test writes it later. */
type Setting = { env?: Record<string, string | undefined>; cwd?: string; input?: string | null };

const running = new Set<ChildProcess>();
afterAll(() => {
  for (const { pid } of running) process.kill(-(pid as number), 'SIGKILL');
});

/** Starts a command in its own process group, which is killed when the tests end. */
export function start([program = '', ...given]: string[], { env = {}, cwd = root, input = '' }: Setting = {}) {
  // Commands choose their own timeouts.
  const { NODE_OPTIONS, AWS_TIMEOUT_FACTOR, ...inherited } = process.env;
  const child = spawn(program, given, { cwd, env: { ...inherited, ...env }, stdio: 'pipe', detached: true });
  const output = { stdout: '', stderr: '' };
  running.add(child);
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  }
  child.stdin.on('error', () => {});
  if (input !== null) child.stdin.end(input);
  const ended = new Promise<Result>((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      running.delete(child);
      resolve({ code, ...output });
    });
  });
  return { child, output, ended };
}

export const run = (command: string[], setting?: Setting): Promise<Result> => start(command, setting).ended;
