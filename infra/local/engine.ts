import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../fault.ts';

export type Engine = Program & { name: 'embedded' | 'amazon' };

/** A program that serves at an endpoint, until it is told to stop. */
type Program = { endpoint: string; stop(): Promise<void> };

type Start = {
  /** As its faults call it. */
  name: string;
  command: (port: number) => string[];
  environment?: (port: number) => NodeJS.ProcessEnv;
  port?: number | undefined;
  protocol?: 'http' | 'https';
};

type Running = { child: ChildProcessWithoutNullStreams; ended: Promise<string>; output(): string };

const startLimit = 30_000;
const stopLimit = 5_000;

/** Starts a database as a child of this process, on a free port unless one is wanted, and returns when it answers. */
export async function startEngine(name: Engine['name'], command: Start['command'], port?: number): Promise<Engine> {
  return { name, ...(await startProgram({ name: `${name} database`, command, port })) };
}

/** The same for any program that serves at a port of this machine. */
export async function startProgram({ name, command, environment, port: wanted, protocol = 'http' }: Start): Promise<Program> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(wanted);
    const endpoint = `${protocol}://127.0.0.1:${port}`;
    const program = run(command(port), environment?.(port));
    try {
      await answers(endpoint, program.ended);
    } catch (error) {
      await stop(program);
      if (/in use|failed to bind/i.test(program.output()) && !wanted && attempt < 3) continue;
      throw new Fault(`The ${name} does not start: ${tellingLine(program.output()) || (error as Error).message}`);
    }
    let wantedToEnd = false;
    program.ended.then((how) => {
      if (!wantedToEnd) console.error(`The ${name} ended by itself (${how}). ${tellingLine(program.output())}`);
    });
    return {
      endpoint,
      stop: () => {
        wantedToEnd = true;
        return stop(program);
      },
    };
  }
}

/** The line in which a program says what went wrong, if it does. */
export const tellingLine = (output: string) => output.split('\n').find((line) => /error|exception/i.test(line)) ?? '';

// The shell becomes the engine and leaves a watcher behind, which reads from a pipe that closes when this process ends,
// by kill -9 too, and then ends the engine.
const leash = 'exec 3<&0 </dev/null; { read -r _ <&3; kill $$ && sleep 5 && kill -9 $$; } >/dev/null 2>&1 & exec "$@" 3<&-';

function run(command: string[], env?: NodeJS.ProcessEnv): Running {
  // Detached, so that a Ctrl-C meant for us leaves the engine up until we have finished with it.
  const child = spawn('/bin/sh', ['-c', leash, 'sh', ...command], { detached: true, ...(env && { env }) });
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

async function stop({ child, ended }: Running): Promise<void> {
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), stopLimit);
  await ended;
  clearTimeout(late);
}

async function answers(endpoint: string, ended: Promise<string>): Promise<void> {
  let how: string | undefined;
  ended.then((reason) => {
    how = reason;
  });
  for (const deadline = Date.now() + startLimit; Date.now() < deadline; await sleep(20)) {
    const answer = await fetch(endpoint, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
    if (how) throw new Fault(`it ended with ${how}`);
    if (answer) return answer.body?.cancel();
  }
  throw new Fault(`no answer within ${startLimit / 1_000} s`);
}

function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
