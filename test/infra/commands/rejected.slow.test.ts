import { expect, test } from '@jest/globals';
import { run } from '../../support/run.ts';

const at = ['--at', '2026-01-01T00:00:00Z'];
const table = ['--table', process.env.TABLE_NAME as string];
const noHome = { HOME: '/none', AWS_EC2_METADATA_DISABLED: 'true' };

test.each<[command: string, words: string[], line: RegExp, env?: Record<string, string | undefined>]>([
  ['restore', [], /^Pass the table with --table and the time with --at/],
  ['restore', ['--table', 'x', '--at', 'yesterday'], /^--at must be a time with a zone, .* not "yesterday"\.\n$/],
  ['restore', ['--table', 'x', ...at, '--to', 'x'], /^--to must not be x itself/],
  ['restore', ['--table', 'nothing-here', ...at, '--dry-run'], /^There is no table nothing-here/],
  ['restore', ['--tabel', 'x'], /--tabel/],
  ['restore', ['--table', 'x', '--reconcile'], /^Pass the old table with --table and the restored one with --to/],
  ['restore', ['--table', 'x', '--to', 'x', '--reconcile'], /^--to must not be x itself/],
  ['restore', ['--table', 'nothing-here', '--to', 'nothing-there', '--reconcile'], /^There is no table nothing-here/],
  ['restore', ['--table', 'nothing-here', '--to', 'x', '--copy', '/dev/null'], /^There is no table nothing-here/],
  [
    'restore',
    ['--table', 'x', '--to', 'y', '--reconcile', '--dry-run'],
    /^--dry-run works only with --at\. Nothing was changed\./,
  ],
  ['restore', ['--table', 'x', '--to', 'y', '--reconcile', ...at], /^--at and --count work only without --reconcile/],
  ['restore', ['--table', 'x', '--to', 'y', '--reconcile', '--count'], /^--at and --count work only without --reconcile/],
  ['restore', ['--table', 'x', '--to', 'y', '--copy', 'z', '--list', 'z'], /^--list works only with --reconcile/],
  ['restore', ['--table', 'x', '--to', 'y', '--reconcile', '--copy', 'z'], /^Run --reconcile first and read its list/],
  ['restore', ['--table', 'x', '--to', 'y', '--raise-numbers', '--reconcile'], /^--reconcile raises the numbers too/],
  ['restore', ['--table', 'x', '--to', 'y', '--reconcile', '--list', 'README.md'], /^README.md already exists/],
  ['restore', ['--to', 'y', '--raise-numbers', '--dry-run'], /^--dry-run works only with --at/],
  ['restore', ['--table', 'x', '--to', 'y', '--copy', 'no-such-list'], /^no-such-list cannot be read: .* Pass the list/],
  ['rollback', ['--commit', 'HEAD'], /^Pass the stage with --stage: dev or prod\./],
  ['rollback', ['--stage', 'prod'], /^Pass the commit with --commit\./],
  ['rollback', ['--stage', 'prod', '--commit', 'abc123-dirty'], /^There is no commit abc123-dirty here\. .* uncommitted/],
  ['rollback', ['--stage', 'dev', '--commit', '0000000'], /^There is no commit 0000000 here\. Fetch it first\./],
  ['platformKey', ['list'], /^Pass the table with --table/],
  ['platformKey', ['list', '--table', 'nothing-here'], /^There is no table nothing-here/],
  ['platformKey', ['--tabel', 'x'], /--tabel/],
  ['platformKey', ['--label', 'x'.repeat(201), ...table], /^--label must have at most 200 characters\./],
  ['platformKey', ['toString', ...table], /^Unknown command "toString"\. Use one of: issue, /],
  ['platformKey', ['revoke', 'key_1', '--label', 'x', ...table], /^--label and --expires are for new keys/],
  ['preflight', ['-c', 'stgae=prod', '-c', 'table:prd=x'], /^There is no setting stgae, table:prd\. Use stage, /],
  ['preflight', ['-c', 'toString=x'], /^There is no setting toString\./],
  ['platformKey', ['revoke', ...table], /^Pass the ID of the key/],
  ['platformKey', ['--expires', '2027-01-31', ...table], /^--expires must be a time with a zone, .* not "2027-01-31"\.\n$/],
  [
    'platformKey',
    ['--expires', '2020-01-31T00:00:00Z', ...table],
    /^--expires must be in the future, not "2020-01-31T00:00:00Z"/,
  ],
  [
    'platformKey',
    ['list', ...table],
    /^No AWS credentials were found/,
    { ...noHome, AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined },
  ],
  [
    'platformKey',
    ['list', ...table],
    /^No AWS region is set/,
    { ...noHome, AWS_REGION: undefined, AWS_DEFAULT_REGION: undefined },
  ],
  ['platformKey', ['list', ...table], /^AWS cannot be reached/, { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' }],
])('%s %j fails with one line that explains the error', async (command, words, line, env = {}) => {
  const { code, stdout, stderr } = await run([process.execPath, `infra/commands/${command}.ts`, ...words], { env });
  expect(stderr).toMatch(line);
  expect([code, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1]);
});
