import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Change } from './changes.ts';
import { type Learned, nearestTests } from './nearest.ts';
import type { Order, Outcome } from './worker.ts';

/** `by` is the test file that noticed the change; `tests` is how many test files did not. */
export type Verdict = { verdict: 'noticed' | 'unnoticed' | 'does not compile'; by?: string; tests?: number };

const maxRunMs = 60_000;
const maxRuns = 100;

/** Copies what the tests need to a temporary folder, next to the modules that are installed. */
export function copyTree(root: string): string {
  const tree = mkdtempSync(join(realpathSync(tmpdir()), 'store-mutants-'));
  for (const name of ['functions', 'infra', 'lib', 'test', 'docs', 'README.md', 'package.json', 'tsconfig.json', 'cdk.json']) {
    cpSync(join(root, name), join(tree, name), { recursive: true });
  }
  mkdirSync(join(tree, 'tmp'));
  for (const name of ['node_modules', '.dynamodb-local']) {
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(tree, name));
  }
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false };
  const types = { extends: './tsconfig.json', compilerOptions, include: ['lib', 'functions'] };
  writeFileSync(join(tree, 'tsconfig.mutants.json'), JSON.stringify(types));
  return tree;
}

type Settings = { learned: Learned; reach: string; maxShare: number };

/** Judges one change after another. `reach` is the file that remembers what each test executes. */
export async function judgeIn(tree: string, changes: Change[], { learned, reach, maxShare }: Settings) {
  const uncompiled = uncompiledOf(tree, changes);
  const { run, stop } = startRunner(tree);
  const sources = [...new Set(changes.map(({ path }) => path))];
  const nearest = await nearestTests(tree, reach, sources, maxShare, run);

  async function judge(change: Change): Promise<Verdict> {
    if (uncompiled.has(change.id)) return { verdict: 'does not compile' };
    const { path, mutated } = change;
    const tests = nearest(change, learned);
    for (const test of tests) {
      const { failure } = await run({ test, path, mutated });
      if (failure !== undefined && (await isSound(test, failure))) return { verdict: 'noticed', by: test };
    }
    return { verdict: compiles(tree, change) ? 'unnoticed' : 'does not compile', tests: tests.length };
  }

  /** Without the change, each of these tests passed before. A busy machine may still let one run out of time. */
  const isSound = async (test: string, failure: string) =>
    !/too long|process ended|within \d+ s/.test(failure) || (await run({ test })).failure === undefined;

  return { judge, stop };
}

function compile(cwd: string): string {
  const compiler = ['-p', 'tsconfig.mutants.json', '--pretty', 'false'];
  return spawnSync('node_modules/.bin/tsc', compiler, { cwd, encoding: 'utf8' }).stdout;
}

/** Which changes do not compile. All are checked at once, each in a file of its own. */
function uncompiledOf(tree: string, changes: Change[]): Set<string> {
  const files = changes.map(({ id, path, mutated }) => ({ file: join(tree, path.replace(/ts$/, `mutant-${id}.ts`)), mutated }));
  for (const { file, mutated } of files) writeFileSync(file, mutated);
  const errors = compile(tree);
  for (const { file } of files) rmSync(file);
  return new Set([...errors.matchAll(/\.mutant-(\w+)\.ts\(/g)].map(([, id = '']) => id));
}

/** Whether a change also fits the files that use what it changes. */
function compiles(tree: string, { path, mutated }: Change): boolean {
  const target = join(tree, path);
  const original = readFileSync(target);
  writeFileSync(target, mutated);
  const errors = compile(tree);
  writeFileSync(target, original);
  return errors === '';
}

/** Runs test files in a process that is replaced when it hangs, dies or has become large. */
function startRunner(tree: string) {
  let child: ChildProcess | undefined;
  let runs = 0;
  const stop = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };

  async function run(order: Order): Promise<Outcome> {
    if (runs++ % maxRuns === 0) stop();
    child ??= fork(join(import.meta.dirname, 'worker.ts'), [tree], {
      cwd: tree,
      env: { ...process.env, TMPDIR: join(tree, 'tmp') },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const worker = child;
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const end = (failure: string) => resolve({ failure, seconds: 0 });
    const died = () => end('the process ended');
    const late = setTimeout(() => end('it takes too long'), maxRunMs);
    worker.once('message', resolve).once('exit', died);
    worker.send(order);
    const outcome = await promise;
    clearTimeout(late);
    worker.off('message', resolve).off('exit', died);
    if (outcome.seconds === 0 && outcome.failure !== undefined) stop();
    return outcome;
  }

  return { run, stop };
}
