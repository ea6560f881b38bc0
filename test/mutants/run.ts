import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import startTestDatabase from '../support/setup/database.ts';
import stopTestDatabase from '../support/setup/databaseTeardown.ts';
import { type Change, changesOf } from './changes.ts';
import { glob } from './files.ts';
import { copyTree, judgeIn, type Verdict } from './judge.ts';
import type { Learned } from './nearest.ts';

/**
 * `npm run test:mutants`: makes small wrong changes to lib/, one at a time in a copy of the tree, and reports those that
 * no test notices. Results are kept, so an interrupted run continues.
 *
 *   --only <path>  only files whose path contains this; may be repeated
 *   --kind <text>  only changes whose kind contains this, like `condition`
 *   --sample <n>   only so many changes, spread over files and kinds; `--seed <n>` picks others
 *   --again        judge those again that went unnoticed, with more tests
 *   --list         only list the changes
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    kind: { type: 'string', default: '' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    again: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

type Judged = Pick<Change, 'path' | 'line' | 'kind' | 'from' | 'to' | 'text'> & Verdict;
type Results = Learned & { judged: Record<string, Judged> };
type Equivalent = { path: string; line: string; change: string; reason: string };

const root = resolve(import.meta.dirname, '../..');
const file = join(root, 'dist/mutants.json');
const none: Results = { judged: {}, noticed: {} };
const results: Results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : none;
const equivalents: Equivalent[] = JSON.parse(readFileSync(join(import.meta.dirname, 'equivalent.json'), 'utf8'));

/** The client, the console and the site have tests over HTTP. Schemas and route tables are data that the contract tests cover. */
const skipped = /^lib\/(client|console|site)\/|\/(schema|routes)\.ts$|^lib\/(answers|routes)\.ts$/;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const labelOf = ({ from, to }: Pick<Change, 'from' | 'to'>) => `${oneLine(from)} → ${oneLine(to)}`;
const isEquivalent = (change: Change) =>
  equivalents.some(
    ({ path, line, change: label }) => path === change.path && line === change.text && label === labelOf(change),
  );

const all = glob(root, 'lib')
  .filter((path) => !skipped.test(path))
  .filter((path) => options.only.length === 0 || options.only.some((wanted) => path.includes(wanted)))
  .flatMap((path) => changesOf(root, path))
  .filter(({ kind }) => kind.includes(options.kind));
const wanted = all.filter((change) => !isEquivalent(change));
const chosen = options.sample ? sampleOf(wanted, Number(options.sample)) : wanted;

if (options.list) for (const change of chosen) console.log(describe(change));
else await judgeAll();
report();

/** Takes turns between files and kinds of change, so that a small sample has something of each. */
function sampleOf(changes: Change[], size: number): Change[] {
  const luck = ({ id }: Change) => (Number.parseInt(id.slice(0, 8), 16) * (2 * Number(options.seed) + 1)) % 0x100000000;
  const groups = Object.values(Object.groupBy(changes, ({ path, kind }) => `${path} ${kind}`)) as Change[][];
  for (const group of groups) group.sort((a, b) => luck(a) - luck(b));
  groups.sort(([a], [b]) => luck(a as Change) - luck(b as Change));
  const rounds = Math.max(...groups.map((group) => group.length));
  return Array.from({ length: rounds }, (_, round) => groups.flatMap((group) => group[round] ?? []))
    .flat()
    .slice(0, size);
}

function describe({ path, line, text, kind, from, to, tests }: Omit<Judged, 'verdict'>): string {
  const tried = tests === undefined ? '' : `, by ${tests} test files that execute it`;
  return `${path}:${line} (${kind}${tried})\n    ${text}\n    ${labelOf({ from, to })}`;
}

async function judgeAll(): Promise<void> {
  const isOpen = ({ id }: Change) => !results.judged[id] || (options.again && results.judged[id].verdict === 'unnoticed');
  const open = chosen.filter(isOpen);
  if (open.length === 0) return;
  await startTestDatabase();
  const tree = copyTree(root);
  const reach = join(root, 'dist/mutants.reach.json');
  const { judge, stop } = await judgeIn(tree, open, { learned: results, reach, maxShare: options.again ? 0.2 : 0.04 });
  let stopped = false;
  process.once('SIGINT', () => {
    stopped = true;
  });
  try {
    for (const [i, change] of open.entries()) {
      if (stopped) break;
      const verdict = await judge(change);
      keep(change, verdict);
      const by = verdict.by ? ` by ${verdict.by}` : '';
      console.log(`${i + 1}/${open.length} ${verdict.verdict}${by}: ${describe({ ...change, ...verdict })}`);
    }
  } finally {
    stop();
    rmSync(tree, { recursive: true, force: true });
    await stopTestDatabase();
  }
}

function keep({ id, path, line, kind, from, to, text }: Change, verdict: Verdict): void {
  results.judged[id] = { path, line, kind, from, to, text, ...verdict };
  results.noticed[path] ??= {};
  const { by } = verdict;
  if (by) results.noticed[path][by] = (results.noticed[path][by] ?? 0) + 1;
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(file, JSON.stringify(results, null, 1));
}

function report(): void {
  const found = chosen.flatMap(({ id, line }) => (results.judged[id] ? [{ ...results.judged[id], line }] : []));
  const { noticed = [], unnoticed = [], 'does not compile': uncompiled = [] } = Object.groupBy(found, ({ verdict }) => verdict);
  const valid = noticed.length + unnoticed.length;
  for (const judged of unnoticed) console.log(`Not noticed: ${describe(judged)}`);
  const share = valid > 0 ? `, ${((100 * noticed.length) / valid).toFixed(1)} %` : '';
  console.log(
    `${chosen.length} changes, ${chosen.length - found.length} not judged yet, ${uncompiled.length} do not compile, ` +
      `${all.length - wanted.length} known to be equivalent. Noticed: ${noticed.length} of ${valid}${share}.`,
  );
}
