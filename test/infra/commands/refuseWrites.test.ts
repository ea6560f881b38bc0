import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { awsRecovery } from '../../../infra/commands/restore/recovery.ts';

test('the policy of the old table denies every write to everyone', async () => {
  const client = new DynamoDBClient();
  const sent: { ResourceArn: string; Policy: string }[] = [];
  client.middlewareStack.add(
    () => async (args) => {
      sent.push(args.input as never);
      return { output: {} as never, response: {} };
    },
    { step: 'initialize' },
  );
  const arn = 'arn:aws:dynamodb:eu-central-1:111122223333:table/store';
  await awsRecovery(client).refuseWrites(arn);
  const [statement, ...more] = JSON.parse(sent[0]?.Policy as string).Statement;
  expect([sent.length, sent[0]?.ResourceArn, more]).toEqual([1, arn, []]);
  expect(statement).toMatchObject({ Effect: 'Deny', Principal: '*', Resource: arn });
  expect(statement.Action.sort()).toEqual(
    ['BatchWriteItem', 'DeleteItem', 'PartiQLDelete', 'PartiQLInsert', 'PartiQLUpdate', 'PutItem', 'UpdateItem'].map(
      (action) => `dynamodb:${action}`,
    ),
  );
});
