import { expect, test } from '@jest/globals';
import { run } from '../../support/run.ts';

const bench = (seconds: string) => run([process.execPath, 'infra/bench/serverTimes.ts', '--seconds', seconds]);

test('the benchmark measures each request over HTTP, over one connection and over eight', async () => {
  const { stdout, stderr, code } = await bench('0.1');
  expect([code, stderr]).toEqual([0, '']);
  const rows = stdout.trim().split('\n').slice(1);
  const names = ['get order', 'list 25 orders', 'place order', 'pay'];
  expect(rows.map((row) => row.split(/ {2,}/).slice(0, 2))).toEqual(
    names.flatMap((name) => [
      [name, '1'],
      [name, '8'],
    ]),
  );
  for (const row of rows) expect(row).toMatch(/ [18] +\d+( +\d+\.\d\d){4}$/);
});

test('the benchmark rejects a time that it cannot measure', async () => {
  const stderr = '--seconds must be a number above 0, such as 5; you gave "none".\n';
  expect(await bench('none')).toEqual({ code: 1, stdout: '', stderr });
});
