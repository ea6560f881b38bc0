import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { blocksOf, blockWith } from '../../support/blocks.ts';
import { ownTable } from '../../support/ownTable.ts';
import { run } from '../../support/run.ts';
import { freshFolder } from '../../support/service.ts';

const pages = ['deploy', 'monitor', 'operating', 'restore'].map((name) => `docs/${name}.md`);
const blocks = pages.flatMap(blocksOf).map(({ text }) => text);

/** Blocks by words that only they contain. The others need an AWS account. */
const tested = {
  'test/apps/reference/guides.http.test.ts': ['tenant create', 'stock scanner'],
  'test/apps/ops/opsExamples.http.test.ts': ['tenant update', 'tenant export'],
  'test/infra/commands/platformKey.slow.test.ts': ['platform-key -- new-secret', 'platform-key -- drop-secrets'],
  here: ['platform-key -- list', 'run rollback', 'run stack', 'run ops -- --help'],
  'here, as far as the options': ['run preflight', 'run smoke', '--dry-run', '--reconcile', '--copy ', 'run tenant-delete'],
};
const needAws = ['cdk bootstrap', 'cdk deploy --all', 'closed=on', 'import-existing', 'aws dynamodb', 'aws secretsmanager'];

test('every command of the pages is in a test, or is known to need AWS', () => {
  const words = [...Object.values(tested).flat(), ...needAws];
  expect(words.map((one) => blockWith(pages, one)).toSorted()).toEqual(blocks.toSorted());
});

const bash = (script: string, cwd?: string) =>
  run(['bash', '--norc', '-euo', 'pipefail', '-c', script], { env: { npm_config_loglevel: 'error' }, ...(cwd && { cwd }) });

test('keys are rotated on a local table', async () => {
  await ownTable();
  const [issue, list, revoke] = blockWith(pages, 'platform-key -- list').trim().split('\n');
  const script = [issue, `ID=$(${list?.replace('run', 'run --silent')} | grep -o '^key_\\w*' | tail -1)`, revoke, list];
  const keys = await bash(script.join('\n').replaceAll('<table>', '"$TABLE_NAME"').replace('<key ID>', '$ID'));
  expect(keys).toMatchObject({ code: 0, stderr: '' });
  expect(keys.stdout).toMatch(/^sp_live_\w+$[\s\S]*^Revoked key_\w+ [\s\S]* revoked /m);
});

test('a rollback can be tried without deploying, and stack traces can be given to be decoded', async () => {
  const rollback = await bash(blockWith(pages, 'run rollback').replace('<commit>', 'HEAD --dry-run'));
  expect([rollback.code, rollback.stdout]).toEqual([0, expect.stringContaining('cdk deploy StorePlatform-prod --exclusively')]);
  const file = join(freshFolder(), 'lines.log');
  writeFileSync(file, 'a line without a stack\n');
  const stack = await bash(blockWith(pages, 'run stack').replace('lines.log', file));
  expect([stack.code, stack.stdout]).toEqual([0, expect.stringContaining('a line without a stack')]);
  expect(await bash(blockWith(pages, 'run ops -- --help'))).toMatchObject({ code: 0, stderr: '' });
});

test.each(tested['here, as far as the options'])('the command with %s has only known options', async (words) => {
  const command = blockWith(pages, words).trim().replaceAll('<', '').replaceAll('>', '');
  const { code, stdout } = await bash(`STORE_URL= TABLE=; ${command} --help`);
  expect([code, stdout.length > 200]).toEqual([0, true]);
});

test('no key of webhooks is written if the former ones cannot be read', async () => {
  const onlyPuts = 'aws() { [ "$2" = put-secret-value ] && echo "$2"; }';
  const { stdout } = await run(['bash', '--norc', '-c', `${onlyPuts}\n${blockWith(pages, 'aws secretsmanager')}`]);
  expect(stdout).toBe('');
});

test('the address and the table are read from the outputs of a deployment', async () => {
  const folder = freshFolder();
  mkdirSync(join(folder, 'dist'));
  const outputs = { 'StorePlatform-dev': { BaseUrl: 'https://api.example.com', TableName: 'orders' } };
  writeFileSync(join(folder, 'dist/outputs.json'), JSON.stringify(outputs));
  const line = blockWith(pages, 'cdk deploy --all').match(/^read .*$/m)?.[0];
  expect((await bash(`${line}\necho "$STORE_URL $TABLE"`, folder)).stdout).toBe('https://api.example.com orders\n');
});
