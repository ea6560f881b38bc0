import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Change } from './changes.ts';
import { glob } from './files.ts';
import type { Order, Outcome, Ranges } from './worker.ts';

/** How often a test file noticed a change of a source file in earlier runs. */
export type Learned = { noticed: Record<string, Record<string, number>> };

/** What a test file executes of each source file, and how long that takes. A file that fails is of no use. */
type Reach = {
  key: string;
  seconds: number;
  ranges: Record<string, Ranges>;
  sources: Record<string, string>;
  failure?: string;
};

/** Too slow, or not about lib/. */
const left = /^test\/(deploy|http)\/|^test\/infra\/(bundle|local|openapi|site|stacks|supplyChain|write|layers)\b|\.slow\.test/;

/** Nearly every test executes lib/db, and these are the ones about its promises. */
const provesWrites = /\/faults\/|\.(races|retries)\.|idempotency/;

/**
 * Runs each test file once to see which code it executes. Later runs repeat that only for tests that changed or failed, and for
 * those that execute a source file in `sources` that changed. `maxShare` of the time of all tests is spent on one change.
 */
export async function nearestTests(
  tree: string,
  file: string,
  sources: readonly string[],
  maxShare: number,
  run: (order: Order) => Promise<Outcome>,
) {
  const tests = glob(tree, 'test').filter((path) => path.endsWith('.test.ts') && !left.test(path));
  const known: Record<string, Reach> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const hashes = Object.fromEntries(glob(tree, 'lib').map((path) => [path, hashOf(join(tree, path))]));
  const isKnown = ({ key, failure, sources: executed }: Reach, test: string) =>
    !failure &&
    key === hashOf(join(tree, test)) &&
    sources.every((path) => executed[path] === undefined || executed[path] === hashes[path]);
  for (const test of tests) {
    if (known[test] && isKnown(known[test], test)) continue;
    const { failure, seconds, ranges = {} } = await run({ test, cover: true });
    const executed = Object.fromEntries(Object.keys(ranges).map((path) => [path, hashes[path] as string]));
    known[test] = { key: hashOf(join(tree, test)), seconds, ranges: {}, sources: {} };
    if (failure === undefined) Object.assign(known[test], { ranges, sources: executed });
    else known[test].failure = failure;
    if (failure !== undefined) console.log(`${test} fails without any change, so it is left out: ${failure.split('\n')[0]}`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(known));
  }

  const words = wordsIn(tree, tests);
  const maxSeconds = maxShare * tests.reduce((sum, test) => sum + (known[test]?.seconds ?? 0), 0);

  /** The tests that execute what a change alters, the likeliest to notice it first. */
  return ({ path, at, text }: Change, { noticed }: Learned): string[] => {
    const score = (test: string) =>
      2 * words.shared(text, test) +
      5 * Math.min(noticed[path]?.[test] ?? 0, 6) +
      3 * sharedWords(path, test) +
      (path.startsWith('lib/db/') && provesWrites.test(test) ? 5 : 0) -
      2 * (known[test]?.seconds ?? 0);
    const executing = tests.filter((test) => at.some((place) => isExecuted(known[test]?.ranges[path] ?? [], place)));
    const likeliest = executing.toSorted((a, b) => score(b) - score(a));
    let seconds = 0;
    return likeliest.filter((test) => {
      const before = seconds;
      seconds += known[test]?.seconds ?? 0;
      return before < maxSeconds;
    });
  };
}

/** Compares a line of code with the texts of tests. A rare word counts more than a frequent one. */
function wordsIn(tree: string, tests: string[]) {
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[a-z]{4,}/g));
  const known = new Map(tests.map((test) => [test, wordsOf(readFileSync(join(tree, test), 'utf8'))]));
  const counts = new Map<string, number>();
  for (const words of known.values()) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weightOf = (word: string) => Math.log(tests.length / (counts.get(word) as number));
  const shared = (line: string, test: string) => [...wordsOf(line)].filter((word) => known.get(test)?.has(word));
  return { shared: (line: string, test: string) => shared(line, test).reduce((sum, word) => sum + weightOf(word), 0) };
}

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);

/** The innermost range that includes a place says whether it is executed. */
function isExecuted(ranges: Ranges, at: number): boolean {
  let inner: Ranges[number] | undefined;
  for (const range of ranges) {
    const [start, end] = range;
    if (start <= at && at < end && (!inner || end - start <= inner[1] - inner[0])) inner = range;
  }
  return inner?.[2] === 1;
}

/** How many words of its path a test file shares with a source file. */
function sharedWords(source: string, test: string): number {
  const [mine, theirs] = [wordsOf(source), wordsOf(test)];
  return mine.filter((word) => theirs.includes(word)).length;
}

const wordsOf = (path: string) =>
  `${basename(dirname(path))}/${basename(path)}`
    .replace(/(\.test)?\.ts$/, '')
    .split(/[/.]|(?=[A-Z])/)
    .map((word) => word.toLowerCase().replace(/s$/, ''));
