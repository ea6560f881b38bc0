import { expect, test } from '@jest/globals';
import { run } from '../../support/run.ts';

test.each<[string[], RegExp]>([
  [[], /^Pass the table with --table and the time with --at/],
  [['--table', 'x', '--at', 'yesterday'], /^--at must be a time with a zone, .* not "yesterday"\.\n$/],
  [['--table', 'x', '--at', '2026-01-01T00:00:00Z', '--to', 'x'], /^--to must not be x itself/],
  [['--table', 'nothing-here', '--at', '2026-01-01T00:00:00Z', '--dry-run'], /^There is no table nothing-here/],
  [['--tabel', 'x'], /--tabel/],
  [['--table', 'x', '--reconcile'], /^Pass the old table with --table and the restored one with --to/],
  [['--table', 'x', '--to', 'x', '--reconcile'], /^--to must not be x itself/],
  [['--table', 'nothing-here', '--to', 'nothing-there', '--reconcile'], /^There is no table nothing-there/],
  [['--table', 'nothing-here', '--to', 'x', '--copy', '/dev/null'], /^There is no table nothing-here/],
  [['--table', 'x', '--to', 'y', '--reconcile', '--dry-run'], /^--dry-run works only with --at\. Nothing was changed\.\n$/],
  [['--to', 'y', '--raise-numbers', '--dry-run'], /^--dry-run works only with --at/],
  [['--table', 'x', '--to', 'y', '--copy', 'no-such-list'], /^no-such-list cannot be read: .* Pass the list/],
])('%j fails with one line that explains the error', async (words, line) => {
  const { code, stdout, stderr } = await run([process.execPath, 'infra/commands/restore.ts', ...words]);
  expect(stderr).toMatch(line);
  expect([code, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1]);
});
