import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { findTable } from '../../../infra/commands/restore/tableSettings.ts';
import { createTable } from '../../../infra/local/localTable.ts';
import { run } from '../../support/run.ts';
import { freshFolder } from '../../support/service.ts';
import { cdk } from '../cdk.ts';

const { AWS_ENDPOINT_URL = '' } = process.env;
const stack = 'StorePlatformData-prod';
const restored = 'restored-table';
const folder = freshFolder();
const database = new DynamoDB();
const settings = ['stage=prod', 'alarms=ops@example.com', 'backup=none'];

/** The other stages of the emulator are not affected. */
const deployData = (more: string[], ...options: string[]) =>
  cdk(
    { env: process.env, folder },
    ...['deploy', stack, '--exclusively', '--require-approval', 'never', '--ci', ...options],
    ...[...settings, ...more].flatMap((setting) => ['-c', setting]),
  );

async function managedTable(): Promise<string> {
  const { Stacks: [found] = [] } = await new CloudFormation().describeStacks({ StackName: stack });
  return found?.Outputs?.find(({ OutputKey }) => OutputKey === 'TableName')?.OutputValue as string;
}

test('the data stack adopts a restored table with its data, and keeps the former one', async () => {
  await deployData([]);
  const former = await managedTable();
  await createTable(AWS_ENDPOINT_URL, restored);
  const Key = { pk: { S: 'T#1' }, sk: { S: 'TENANT' } };
  await database.putItem({ TableName: restored, Item: Key });
  const table = [`table=${restored}`];
  const given = [...settings, ...table].flatMap((setting) => ['-c', setting]);
  const { stdout } = await run([process.execPath, 'infra/commands/preflight.ts', ...given], { env: process.env });
  expect(stdout).toMatch(new RegExp(`^FAILED  (${stack} does not manage ${restored} yet|${restored} differs)`, 'm'));

  const printed = await deployData(table, '--import-existing-resources');
  expect(printed).toMatch(/IMPORT_COMPLETE +\| AWS::DynamoDB::Table/);
  expect(printed).toMatch(/DELETE_SKIPPED +\| AWS::DynamoDB::Table/);
  expect(await managedTable()).toBe(restored);
  expect((await database.getItem({ TableName: restored, Key })).Item).toEqual(Key);
  expect(await findTable(database, former)).toMatchObject({ TableStatus: 'ACTIVE' });
  expect(await deployData(table)).toContain('no changes');
}, 240_000);
