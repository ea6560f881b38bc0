import { join } from 'node:path';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { databaseClient } from '../../../lib/db/client.ts';
import { tableName } from '../../../lib/db/key.ts';
import { aStore } from '../../support/actors.ts';
import { fetched } from '../../support/call.ts';
import { anOrder, pay, read } from '../../support/orders.ts';
import { setUrl } from '../../support/webhooks.ts';
import { cdk, deploy } from '../cdk.ts';

const aws = { env: { ...process.env, WEBHOOK_ALLOW_LOCAL: '0' }, folder: process.env.CDK_HOME as string };
const local = 'http://127.0.0.1:1/hooks';
const table = async () => (await databaseClient().send(new DescribeTableCommand({ TableName: tableName() }))).Table;

const store = await aStore();
const order = await anOrder(store);

describe('after a second deployment with other functions', () => {
  test('the table and its data are unchanged', async () => {
    const before = await table();
    const again = await deploy(aws);
    expect(/StorePlatformData.*\(no changes\)/.test(again.output)).toBe(true);
    expect(again.TableName).toBe(tableName());
    const { TableId, CreationDateTime } = (await table()) ?? {};
    expect({ TableId, CreationDateTime }).toEqual({ TableId: before?.TableId, CreationDateTime: before?.CreationDateTime });
    expect(await read(store, order.number)).toEqual(order);
  }, 120_000);

  test('an earlier order can be paid', async () => {
    expect(await pay(store, order.number)).toMatchObject({ status: 201 });
    expect(await read(store, order.number)).toMatchObject({ balance: 0, version: order.version + 1 });
  });

  test('webhooks may not call this machine, whatever the environment says', async () => {
    expect(await setUrl(store, local)).toMatchObject({ status: 400, body: { errors: [{ field: 'url' }] } });
  });
});

test('cdk destroy removes everything', async () => {
  await cdk(aws, 'destroy', '--all', '--force', '--app', join(aws.folder, 'cdk.out'));
  await expect(table()).rejects.toThrow('Requested resource not found');
  const { statusCode, body } = await fetched({ method: 'GET', url: '/v1/platform/auth/test' });
  expect([statusCode, body]).toEqual([404, expect.not.stringContaining('request_id')]);
}, 120_000);
