import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { awsTimeouts, warmUpMs } from '../../../lib/api/awsTimeouts.ts';
import { databaseClient } from '../../../lib/db/client.ts';

test('a command can raise the timeouts after the module was loaded', () => {
  delete process.env.AWS_TIMEOUT_FACTOR;
  const throwing = { socketTimeout: 1000, throwOnRequestTimeout: true };
  expect(awsTimeouts().requestHandler).toMatchObject({ connectionTimeout: 300, requestTimeout: 1000, ...throwing });
  expect(warmUpMs()).toBe(300);
  process.env.AWS_TIMEOUT_FACTOR = '10';
  expect(awsTimeouts().requestHandler).toMatchObject({ connectionTimeout: 3000, requestTimeout: 10_000 });
  expect(warmUpMs()).toBe(3000);
});

test('the database client reads its timeouts on first use, and makes two attempts', async () => {
  process.env.AWS_TIMEOUT_FACTOR = '7';
  expect(await databaseClient().config.maxAttempts()).toBe(2);
  const handler = databaseClient().config.requestHandler as unknown as { configProvider: Promise<object> };
  expect(await handler.configProvider).toMatchObject({ connectionTimeout: 2100, requestTimeout: 7000 });
});

test('the database client skips the steps that only log or describe the SDK', () => {
  const unneeded = ({ middlewareStack }: DynamoDBClient) =>
    middlewareStack.identify().filter((step) => /logger|getUserAgent/.test(step));
  expect([unneeded(new DynamoDBClient()).length, unneeded(databaseClient())]).toEqual([2, []]);
});
