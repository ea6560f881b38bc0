import { spawnSync } from 'node:child_process';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { missingForDynamodbLocal, startDatabase } from '../../../infra/local/localDatabase.ts';
import { createTable } from '../../../infra/local/localTable.ts';
import { freshFolder } from '../../support/service.ts';

const run = missingForDynamodbLocal() ? test.skip : test;

run('a platform without an embedded database keeps its data with DynamoDB Local', async () => {
  const folder = freshFolder();
  const first = await startDatabase(folder, 'plan9-mips');
  await createTable(first.endpoint, 'kept');
  await first.stop();
  const second = await startDatabase(folder, 'plan9-mips');
  const client = new DynamoDBClient({ endpoint: second.endpoint });
  expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual(['kept']);
  await second.stop();
});

test('says in one line that Java is missing', () => {
  const file = new URL('../../../infra/local/localDatabase.ts', import.meta.url).href;
  const script = `const { startDatabase } = await import('${file}');
    await startDatabase(undefined, 'plan9-mips').catch(({ message }) => console.log(message));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: '/nowhere' },
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect(stdout).toBe(
    'There is no embedded database for plan9-mips. DynamoDB Local needs Java 17 or newer, but Java is not installed. Install what is missing, or set DYNAMODB_ENDPOINT.\n',
  );
});
