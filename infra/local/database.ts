import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

export type Engine = { name: 'embedded' | 'amazon'; endpoint: string; stop(): Promise<void> };

const root = resolve(import.meta.dirname, '../..');
const pom = join(root, 'test/database/pom.xml');
const startLimit = 30_000;
const stopLimit = 5_000;

/** The small engine; without a folder its data is gone when it stops. */
export async function startEmbedded(folder: string | undefined, port?: number): Promise<Engine> {
  const program = embeddedProgram();
  const data = folder ? ['--db-path', soundFile(folder)] : [];
  return start('embedded', port, (free) => [program, 'serve', '--host', '127.0.0.1', '--port', `${free}`, ...data]);
}

/** Amazon's DynamoDB Local, in memory. It offers no way to listen on loopback only. */
export async function startAmazon(port?: number): Promise<Engine> {
  const options = ['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', `${fetchAmazon()}/*`];
  const main = 'software.amazon.dynamodb.services.local.main.ServerRunner';
  const settings = ['-inMemory', '-sharedDb', '-disableTelemetry'];
  return start('amazon', port, (free) => ['java', ...options, main, ...settings, '-port', `${free}`]);
}

/** One line that says what Amazon's engine lacks here. */
export function whyNoAmazon(): string | undefined {
  const version = Number(/version "(\d+)/.exec(spawnSync('java', ['-version'], { encoding: 'utf8' }).stderr ?? '')?.[1] ?? 0);
  if (version < 17)
    return `Amazon's DynamoDB Local needs Java 17 or newer; ${version ? `this is ${version}` : 'there is none'}.`;
  if (existsSync(amazonFolder()) || spawnSync('mvn', ['-version']).status === 0) return undefined;
  return "Amazon's DynamoDB Local is fetched with Maven (mvn), which is not here.";
}

function embeddedProgram(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${platform}/dynoxide`);
  } catch {
    throw new Error(`There is no embedded database for ${platform} here: set DYNAMODB_ENDPOINT to a DynamoDB endpoint.`);
  }
}

// The engine itself starts on a file with damaged pages and then answers 500 now and again.
function soundFile(folder: string): string {
  const file = join(folder, 'dynamodb.sqlite');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) return file;
    const database = new DatabaseSync(file, { readOnly: true });
    const found = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    database.close();
    if (found !== 'ok') throw new Error(`${found}`.split('\n').at(-1));
    return file;
  } catch (error) {
    throw new Error(`The local data in ${folder} is damaged: move that folder away. (${(error as Error).message})`);
  }
}

const amazonFolder = () =>
  join(root, '.dynamodb-local', createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12));

function fetchAmazon(): string {
  const folder = amazonFolder();
  if (existsSync(folder)) return folder;
  console.log("Fetching Amazon's DynamoDB Local, 50 MB, once.");
  mkdirSync(join(folder, '..'), { recursive: true });
  const unfinished = mkdtempSync(`${folder}.`);
  try {
    const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${unfinished}`];
    const maven = spawnSync('mvn', ['-q', '-B', '-C', '-f', pom, ...goal], { encoding: 'utf8' });
    if (maven.status !== 0) throw new Error(`Maven cannot fetch DynamoDB Local. ${telling(`${maven.stdout}${maven.stderr}`)}`);
    renameSync(unfinished, folder);
  } catch (error) {
    // Another run that was faster leaves a whole folder: then the rename is refused, and nothing is missing.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

async function start(name: Engine['name'], wanted: number | undefined, command: (port: number) => string[]): Promise<Engine> {
  for (let attempts = 1; ; attempts += 1) {
    const port = await freePort(wanted);
    const engine = leash(command(port));
    try {
      await ready(`http://127.0.0.1:${port}`, engine.ended);
    } catch (error) {
      await end(engine);
      const taken = /in use|failed to bind/i.test(engine.said());
      if (taken && !wanted && attempts < 3) continue;
      throw new Error(`The ${name} database does not start: ${telling(engine.said()) || (error as Error).message}`);
    }
    let stopping = false;
    engine.ended.then((how) => stopping || console.error(`The ${name} database has ended (${how}). ${telling(engine.said())}`));
    const stop = () => {
      stopping = true;
      return end(engine);
    };
    return { name, endpoint: `http://127.0.0.1:${port}`, stop };
  }
}

type Leashed = { child: ChildProcess; ended: Promise<string>; said(): string };

// The shell's watcher reads from a pipe that closes when this process ends, kill -9 included, and then ends the engine,
// which has taken the shell's place and its id. A session of its own keeps a Ctrl-C for us from reaching the engine first.
const watched = 'exec 3<&0 </dev/null; { read -r _ <&3; kill $$ && sleep 5 && kill -9 $$; } >/dev/null 2>&1 & exec "$@" 3<&-';

function leash(command: string[]): Leashed {
  const child = spawn('/bin/sh', ['-c', watched, 'sh', ...command], { detached: true, stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output = `${output}${chunk}`.slice(-20_000)));
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
  });
  return { child, ended, said: () => output };
}

async function end({ child, ended }: Leashed): Promise<void> {
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), stopLimit);
  await ended;
  clearTimeout(late);
}

async function ready(endpoint: string, ended: Promise<string>): Promise<void> {
  let died: string | undefined;
  ended.then((how) => (died = how));
  for (const deadline = Date.now() + startLimit; Date.now() < deadline; await sleep(20)) {
    const answered = await fetch(endpoint, { signal: AbortSignal.timeout(1_000) }).then(
      () => true,
      () => false,
    );
    if (died) throw new Error(`it ended with ${died}`);
    if (answered) return;
  }
  throw new Error(`no answer in ${startLimit / 1_000} s`);
}

function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', () => reject(new Error(`Port ${wanted} is taken.`)));
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

const telling = (output: string) => {
  const lines = output.split('\n').filter((line) => line.trim());
  return lines.find((line) => /error|exception/i.test(line)) ?? lines.at(-1) ?? '';
};
