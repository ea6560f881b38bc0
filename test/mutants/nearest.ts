import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { glob } from './files.ts';

/** What earlier runs learned about the tests: how long a file takes, and how often it noticed a change of a source file. */
export type Learned = { seconds: Record<string, number>; noticed: Record<string, Record<string, number>> };

const maxFiles = 7;
const maxSeconds = 25;

/** Not worth the wait, or not about lib/. */
const left = /^test\/(budgets|deploy|http|infra)\/|property|\.slow\.test|\/faults\/\w+(Writes|Reads)\./;

/** Finds the tests that most likely notice a change of a file, the likeliest first. */
export function nearestTests(root: string) {
  const imports = importsIn(root);
  const tests = glob(root, 'test').filter((path) => path.endsWith('.test.ts') && !left.test(path));
  const handlers = glob(root, 'functions').map((path) => ({ id: basename(path, '.ts'), near: distances(imports, path) }));
  const ids = handlers.map(({ id }) => id).sort((a, b) => b.length - a.length);
  const operationOf = new Map(tests.map((path) => [path, ids.find((id) => startsWith(basename(path), id))]));
  return (source: string, { seconds, noticed }: Learned, without: ReadonlySet<string>): string[] => {
    const near = new Map(handlers.map(({ id, near }) => [id, near.get(source)]));
    const score = (test: string) => {
      const steps = near.get(operationOf.get(test) ?? '');
      const direct = distances(imports, test, 1).has(source) ? 30 : 0;
      const byOperation = steps === undefined ? 0 : 20 - 2 * steps;
      const learned = Math.min(noticed[source]?.[test] ?? 0, 5) * 12;
      return direct + byOperation + learned + 6 * shared(source, test) - (seconds[test] ?? 3);
    };
    const worth = tests.filter((test) => !without.has(test) && (seconds[test] ?? 0) < maxSeconds);
    const scored = worth.map((test) => ({ test, score: score(test) })).sort((a, b) => b.score - a.score);
    return scored.slice(0, maxFiles).map(({ test }) => test);
  };
}

const startsWith = (name: string, id: string) => name.startsWith(id) && /^[A-Z.]/.test(name.slice(id.length));

/** How many words of its path a test shares with a source file: `stock` of `product/stock.ts`. */
function shared(source: string, test: string): number {
  const [mine, theirs] = [wordsOf(source), wordsOf(test)];
  return mine.filter((word) => theirs.includes(word)).length;
}

const wordsOf = (path: string) =>
  path
    .replace(/^\w+\//, '')
    .replace(/(\.test)?\.ts$/, '')
    .split(/\/|(?=[A-Z])/)
    .map((word) => word.toLowerCase().replace(/s$/, ''))
    .filter((word) => !['operation', 'lib', 'data', 'write', 'fault'].includes(word));

type Imports = Map<string, string[]>;

function importsIn(root: string): Imports {
  const sources = ['functions', 'lib', 'test'].flatMap((folder) => glob(root, folder)).filter((path) => path.endsWith('.ts'));
  return new Map(
    sources.map((path) => {
      const found = readFileSync(join(root, path), 'utf8').matchAll(/^(?:import|export|\}) (?!type\b).*?from '(\..*?)'/gm);
      return [path, [...found].map(([, target = '']) => join(dirname(path), target))];
    }),
  );
}

/** The files that a file imports, directly or not, and over how many steps. */
function distances(imports: Imports, start: string, most = Number.POSITIVE_INFINITY): Map<string, number> {
  const found = new Map([[start, 0]]);
  for (const [path, steps] of found) {
    for (const target of steps < most ? (imports.get(path) ?? []) : []) if (!found.has(target)) found.set(target, steps + 1);
  }
  return found;
}
