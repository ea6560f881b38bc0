import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../../apps/ops/commandError.ts';
import { freePort } from './freePort.ts';

/** A child process that serves at an endpoint until it is stopped. */
export type Program = Awaited<ReturnType<typeof startProgram>>;

type Start = {
  /** What error messages call it. */
  name: string;
  command: (port: number) => string[];
  environment?: (port: number) => NodeJS.ProcessEnv;
  protocol?: 'http' | 'https';
  /** Where it listens. */
  host?: string;
};

/** A JVM on a busy machine may take a long time to start. A program that exits is noticed at once. */
const startTimeoutMs = 120_000;
const stopTimeoutMs = 5_000;

/** Starts a program on a free port and returns when it responds. It stops no later than this process. */
export async function startProgram({ name, command, environment, protocol = 'http', host = '127.0.0.1' }: Start) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(host);
    const endpoint = `${protocol}://${host}:${port}`;
    const program = run(command(port), environment?.(port));
    try {
      await waitForResponse(endpoint, program.ended);
    } catch (error) {
      await stop(program);
      if (/in use|failed to bind/i.test(program.output()) && attempt < 3) continue;
      throw new CommandError(`${name} did not start: ${errorLine(program.output()) || (error as Error).message}`);
    }
    let isStopping = false;
    program.ended.then((reason) => {
      if (!isStopping)
        console.error(`${name} exited unexpectedly (${reason}). Start the service again. ${errorLine(program.output())}`);
    });
    return {
      endpoint,
      stop: () => {
        isStopping = true;
        return stop(program);
      },
    };
  }
}

/** The line of a program's output that names the error, or nothing. */
export const errorLine = (output: string) => output.split('\n').find((line) => /error|exception/i.test(line)) ?? '';

// The shell starts a watchdog, then becomes the program. The watchdog reads from a pipe that closes when this process ends,
// even by kill -9, and then kills the program.
const watchdog = 'exec 3<&0 </dev/null; { read -r _ <&3; kill $$ && sleep 5 && kill -9 $$; } >/dev/null 2>&1 & exec "$@" 3<&-';

function run(command: string[], env?: NodeJS.ProcessEnv) {
  // Detached, so that Ctrl-C does not end the program before this process has finished its work.
  const child = spawn('/bin/sh', ['-c', watchdog, 'sh', ...command], { detached: true, env });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
  });
  return { child, ended, output: () => output };
}

async function stop({ child, ended }: ReturnType<typeof run>): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await ended;
  clearTimeout(timer);
}

async function waitForResponse(endpoint: string, ended: Promise<string>): Promise<void> {
  let end: string | undefined;
  ended.then((reason) => {
    end = reason;
  });
  for (const deadline = Date.now() + startTimeoutMs; Date.now() < deadline; await sleep(20)) {
    const response = await fetch(endpoint, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
    if (end) throw new CommandError(`it exited with ${end}`);
    if (response) return response.body?.cancel();
  }
  throw new CommandError(`no response within ${startTimeoutMs / 1_000} s; try again when this machine is less busy`);
}
