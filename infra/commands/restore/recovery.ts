import { setTimeout as sleep } from 'node:timers/promises';
import {
  ContinuousBackupsUnavailableException,
  DescribeContinuousBackupsCommand,
  type DynamoDBClient,
  ListTagsOfResourceCommand,
  PutResourcePolicyCommand,
  RestoreTableToPointInTimeCommand,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import type { Warming } from './warmth.ts';

/** The times a table can be restored to; undefined if point-in-time recovery is off. */
export type Window = { earliest: Date; latest: Date } | undefined;

/** The part of a restore that AWS offers but a local database does not. */
export type Recovery = {
  windowOf(table: string): Promise<Window>;
  /** Starts the restore and returns before it is done. */
  restore(source: string, target: string, at: Date): Promise<void>;
  enable(table: string): Promise<void>;
  isEnabled(table: string): Promise<boolean>;
  /** Starts to raise what the table can take at once, and returns before it is done. */
  warm(table: string, warming: Warming): Promise<void>;
  /** Makes the table reject all writes, whoever sends them. Takes its ARN. */
  refuseWrites(table: string): Promise<void>;
  /** Takes the ARNs of the tables. */
  copyTags(source: string, target: string): Promise<void>;
};

/** For several minutes after its creation, a table may reject backups. */
const defaultRetry = { attempts: 60, delayMs: 10_000 };

export const awsRecovery = (client: DynamoDBClient, { attempts, delayMs } = defaultRetry): Recovery => ({
  async windowOf(table) {
    const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } = (await statusOf(client, table)) ?? {};
    return earliest && latest && { earliest, latest };
  },
  async restore(SourceTableName, TargetTableName, RestoreDateTime) {
    await client.send(new RestoreTableToPointInTimeCommand({ SourceTableName, TargetTableName, RestoreDateTime }));
  },
  async enable(TableName) {
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    for (let attempt = 1; ; attempt += 1) {
      try {
        await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
        return;
      } catch (error) {
        if (!(error instanceof ContinuousBackupsUnavailableException) || attempt >= attempts) throw error;
        await sleep(delayMs);
      }
    }
  },
  async isEnabled(table) {
    return (await statusOf(client, table))?.PointInTimeRecoveryStatus === 'ENABLED';
  },
  async warm(TableName, warming) {
    await client.send(new UpdateTableCommand({ TableName, ...warming }));
  },
  async refuseWrites(ResourceArn) {
    await client.send(new PutResourcePolicyCommand({ ResourceArn, Policy: JSON.stringify(readOnly(ResourceArn)) }));
  },
  async copyTags(source, target) {
    const { Tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: source }));
    const own = Tags.filter(({ Key }) => !Key?.startsWith('aws:'));
    if (own.length > 0) await client.send(new TagResourceCommand({ ResourceArn: target, Tags: own }));
  },
});

/** A denial also applies to principals whose own policy allows writes. */
const readOnly = (Resource: string) => ({
  Version: '2012-10-17',
  Statement: [
    {
      Sid: 'RefuseWritesAfterRestore',
      Effect: 'Deny',
      Principal: '*',
      Action: ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'PartiQLInsert', 'PartiQLUpdate', 'PartiQLDelete'].map(
        (action) => `dynamodb:${action}`,
      ),
      Resource,
    },
  ],
});

async function statusOf(client: DynamoDBClient, TableName: string) {
  const { ContinuousBackupsDescription: backups } = await client.send(new DescribeContinuousBackupsCommand({ TableName }));
  return backups?.PointInTimeRecoveryDescription;
}
