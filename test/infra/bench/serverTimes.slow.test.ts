import { expect, test } from '@jest/globals';
import { run } from '../../support/run.ts';

const bench = (seconds: string) => run([process.execPath, 'infra/bench/serverTimes.ts', '--seconds', seconds]);

/** The cells of each row of a table, by its name. A row has one line for each number of connections. */
const rowsOf = (table: string) =>
  Object.groupBy(
    table.split('\n').map((line) => line.trim().split(/ {2,}/)),
    ([name = '']) => name,
  );

test('the benchmark measures each request over HTTP', async () => {
  const { stdout, stderr, code } = await bench('0.1');
  expect([code, stderr]).toEqual([0, '']);
  const requests = ['get order', 'list 25 orders', 'place order', 'pay'];
  const loads = rowsOf(stdout.trim());
  expect(Object.keys(loads)).toEqual(['over HTTP', ...requests]);
  for (const name of requests) {
    const cells = loads[name]?.map((cells) => cells.slice(1).map(Number)) ?? [];
    expect(cells.map(([atOnce]) => atOnce)).toEqual([1, 8]);
    for (const [, perSecond, p50, p99 = 0, cpu, databaseCpu] of cells) {
      expect([perSecond, cpu, databaseCpu].every((value) => Number(value) >= 0)).toBe(true);
      expect(p50).toBeGreaterThan(0);
      expect(p99).toBeGreaterThanOrEqual(p50 as number);
    }
  }
});

test('the benchmark rejects a time that it cannot measure', async () => {
  expect(await bench('none')).toEqual({
    code: 1,
    stdout: '',
    stderr: '--seconds must be a number above 0, such as 5; you gave "none".\n',
  });
});
