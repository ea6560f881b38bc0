import { ContinuousBackupsUnavailableException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { aws } from '../../../infra/commands/restore/cloud.ts';

type Asked = { command: string; input: object };

/** An AWS that gives these answers, since no local database does any of this. */
function answering(answers: (asked: Asked) => object | Error) {
  const asked: Asked[] = [];
  const client = new DynamoDBClient();
  client.middlewareStack.add(
    (_, { commandName = '' }) =>
      async ({ input }) => {
        asked.push({ command: commandName, input });
        const output = answers({ command: commandName, input });
        if (output instanceof Error) throw output;
        return { output, response: {} } as never;
      },
    { step: 'initialize', name: 'answering' },
  );
  return { client, asked };
}

const patience = { tries: 3, ms: 1 };
const unavailable = () => new ContinuousBackupsUnavailableException({ message: 'not yet', $metadata: {} });

test('a table that has just been made is asked until it takes backups', async () => {
  let refusals = 2;
  const { client, asked } = answering(() => (refusals-- > 0 ? unavailable() : {}));
  await aws(client, patience).keepRecoverable('restored');
  expect(asked).toHaveLength(3);
});

test.each<[string, Error, number]>([
  ['takes none in all that time', unavailable(), 3],
  ['may not be asked', new Error('AccessDenied'), 1],
])('one that %s is told of', async (_, error, times) => {
  const { client, asked } = answering(() => error);
  await expect(aws(client, patience).keepRecoverable('restored')).rejects.toBe(error);
  expect(asked).toHaveLength(times);
});

test.each(['ENABLED', 'DISABLED'] as const)('where recovery is %s, that is said', async (PointInTimeRecoveryStatus) => {
  const PointInTimeRecoveryDescription = { PointInTimeRecoveryStatus };
  const { client } = answering(() => ({ ContinuousBackupsDescription: { PointInTimeRecoveryDescription } }));
  expect(await aws(client).isRecoverable('restored')).toBe(PointInTimeRecoveryStatus === 'ENABLED');
});

test("tags are copied, but for AWS's own", async () => {
  const tags = [
    { Key: 'aws:cloudformation:stack-name', Value: 'StorePlatformData-prod' },
    { Key: 'stage', Value: 'prod' },
  ];
  const { client, asked } = answering(({ command }) => (command === 'ListTagsOfResourceCommand' ? { Tags: tags } : {}));
  await aws(client).copyTags('arn:source', 'arn:target');
  expect(asked[0]?.input).toEqual({ ResourceArn: 'arn:source' });
  expect(asked[1]?.input).toEqual({ ResourceArn: 'arn:target', Tags: [{ Key: 'stage', Value: 'prod' }] });
});

test('a table without tags is given none', async () => {
  const { client, asked } = answering(() => ({}));
  await aws(client).copyTags('arn:source', 'arn:target');
  expect(asked).toHaveLength(1);
});
