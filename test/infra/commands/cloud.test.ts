import { ContinuousBackupsUnavailableException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { awsRecovery } from '../../../infra/commands/restore/recovery.ts';

type Sent = { command: string; input: object };

/** A client whose commands get these responses, because no local database supports them. */
function respondingWith(respond: (command: Sent) => object | Error) {
  const sent: Sent[] = [];
  const client = new DynamoDBClient();
  client.middlewareStack.add(
    (_, { commandName = '' }) =>
      async ({ input }) => {
        sent.push({ command: commandName, input });
        const output = respond({ command: commandName, input });
        if (output instanceof Error) throw output;
        return { output, response: {} } as never;
      },
    { step: 'initialize', name: 'respondingWith' },
  );
  return { client, sent };
}

const retry = { attempts: 3, delayMs: 1 };
const unavailable = () => new ContinuousBackupsUnavailableException({ message: 'not yet', $metadata: {} });

test('retries if a new table rejects recovery at first', async () => {
  let rejections = 2;
  const { client, sent } = respondingWith(() => (rejections-- > 0 ? unavailable() : {}));
  await awsRecovery(client, retry).enable('restored');
  expect(sent).toHaveLength(3);
});

test.each<[string, Error, number]>([
  ['every attempt is rejected', unavailable(), 3],
  ['access is denied', new Error('AccessDenied'), 1],
])('fails if %s', async (_, error, times) => {
  const { client, sent } = respondingWith(() => error);
  await expect(awsRecovery(client, retry).enable('restored')).rejects.toBe(error);
  expect(sent).toHaveLength(times);
});

test.each(['ENABLED', 'DISABLED'] as const)('reads that recovery is %s', async (PointInTimeRecoveryStatus) => {
  const PointInTimeRecoveryDescription = { PointInTimeRecoveryStatus };
  const { client } = respondingWith(() => ({ ContinuousBackupsDescription: { PointInTimeRecoveryDescription } }));
  expect(await awsRecovery(client).isEnabled('restored')).toBe(PointInTimeRecoveryStatus === 'ENABLED');
});

test("copies all tags except AWS's own", async () => {
  const tags = [
    { Key: 'aws:cloudformation:stack-name', Value: 'StorePlatformData-prod' },
    { Key: 'stage', Value: 'prod' },
  ];
  const { client, sent } = respondingWith(({ command }) => (command === 'ListTagsOfResourceCommand' ? { Tags: tags } : {}));
  await awsRecovery(client).copyTags('arn:source', 'arn:target');
  expect(sent[0]?.input).toEqual({ ResourceArn: 'arn:source' });
  expect(sent[1]?.input).toEqual({ ResourceArn: 'arn:target', Tags: [{ Key: 'stage', Value: 'prod' }] });
});

test('copies nothing if there are no tags', async () => {
  const { client, sent } = respondingWith(() => ({}));
  await awsRecovery(client).copyTags('arn:source', 'arn:target');
  expect(sent).toHaveLength(1);
});
