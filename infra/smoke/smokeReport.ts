import { table } from '../../apps/ops/textTable.ts';
import { routes } from '../../lib/routes.ts';
import type { Results } from './results.ts';

/** The table of all operations and checks, the problems, and one line with the verdict. */
export function report(
  { checked, skipped, timings, problems }: Results,
  url: string,
  seconds: number,
): { text: string; failed: boolean } {
  const failing = new Set(problems.map(({ subject }) => subject));
  const resultOf = (subject: string) => (failing.has(subject) ? 'FAILED' : (skipped.get(subject) ?? 'ok'));
  const operations = routes.map(({ id, method, path }) => {
    const [first, ...later] = timings.get(id) ?? [];
    return [id, method, path, rounded(first), rounded(median(later)), checked.get(id) ?? 0, resultOf(id)];
  });
  const ids = new Set(routes.map(({ id }) => id));
  const others = [...new Set([...checked.keys(), ...skipped.keys()])].filter((subject) => !ids.has(subject)).sort();
  const total = [...checked.values()].reduce((sum, count) => sum + count, 0);
  return {
    failed: failing.size > 0,
    text: [
      table(['operation', 'method', 'path', 'first ms', 'later ms', 'checks', 'result'], operations, [
        'first ms',
        'later ms',
        'checks',
      ]),
      table(
        ['check', 'checks', 'result'],
        others.map((one) => [one, checked.get(one) ?? 0, resultOf(one)]),
        ['checks'],
      ),
      ...(problems.length > 0 ? [problems.map(({ subject, problem }) => `${subject}: ${problem}\n`).join('')] : []),
      `${verdict(total, failing)} in ${seconds.toFixed(0)} s at ${url}; ${times(timings)}\n`,
    ].join('\n'),
  };
}

const verdict = (total: number, failing: ReadonlySet<string>) =>
  failing.size === 0 ? `PASSED: ${total} checks` : `FAILED: ${[...failing].join(', ')} (${total} checks)`;

function times(timings: Results['timings']): string {
  const first = [...timings].flatMap(([id, [ms]]) => (ms === undefined ? [] : [{ id, ms }]));
  const later = [...timings].flatMap(([id, [, ...more]]) => more.map((ms) => ({ id, ms })));
  return `first responses ${spread(first)}; later ones ${spread(later)}`;
}

function spread(all: { id: string; ms: number }[]): string {
  const [slowest] = [...all].sort((a, b) => b.ms - a.ms);
  if (!slowest) return 'none';
  return `median ${rounded(median(all.map(({ ms }) => ms)))} ms, slowest ${rounded(slowest.ms)} ms (${slowest.id})`;
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const rounded = (ms: number | undefined) => (ms === undefined ? undefined : Math.round(ms));
