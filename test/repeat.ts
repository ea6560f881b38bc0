import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** What `jest --json` writes, as far as it is needed here. */
type Results = { testResults: { name: string; status: string; message: string; assertionResults: Assertion[] }[] };
type Assertion = { fullName: string; status: string; failureMessages: string[] };
type Failure = { test: string; message: string };

const [count = '', ...filters] = process.argv.slice(2);
if (!/^[1-9]\d*$/.test(count)) {
  console.error('Give the number of runs, such as: npm run test:repeat -- 20 payment');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'repeat-'));
const reproductions = new Map<string, string[]>();
for (let run = 1; run <= Number(count); run++) {
  const seed = String(randomInt(2 ** 31));
  const failures = runOnce(seed);
  const reproduction = `ORDER=${seed} SEED=${seed}`;
  console.log(`Run ${run} of ${count}: ${failures.length} failed (${reproduction} npm test)`);
  for (const { test, message } of failures) {
    console.log(`${test}\n${message}\n`);
    reproductions.set(test, [...(reproductions.get(test) ?? []), reproduction]);
  }
}
rmSync(folder, { recursive: true });
for (const [test, found] of reproductions) console.log(`${test}: failed in ${found.length} of ${count}: ${found.join(', ')}`);
process.exitCode = reproductions.size > 0 ? 1 : 0;

/** Runs the fast set in an order of files that the seed determines. */
function runOnce(seed: string): Failure[] {
  const file = join(folder, `${seed}.json`);
  const env = { ...process.env, ORDER: seed, SEED: seed };
  const command = ['test', '--', '--json', `--outputFile=${file}`, ...filters];
  const { status, stderr } = spawnSync('npm', command, { env, encoding: 'utf8', maxBuffer: 1e9 });
  try {
    const failures = failuresIn(JSON.parse(readFileSync(file, 'utf8')));
    return status === 0 || failures.length > 0 ? failures : [{ test: 'the run itself', message: stderr }];
  } catch (error) {
    return [{ test: 'the run itself', message: `${error}\n${stderr}` }];
  }
}

function failuresIn({ testResults }: Results): Failure[] {
  const files = testResults.filter(({ status }) => status === 'failed');
  return files.flatMap(({ name, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return [{ test: file, message }];
    return failed.map((one) => ({ test: `${file}: ${one.fullName}`, message: one.failureMessages.join('\n') }));
  });
}
