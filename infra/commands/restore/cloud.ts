import { setTimeout as pause } from 'node:timers/promises';
import {
  ContinuousBackupsUnavailableException,
  DescribeContinuousBackupsCommand,
  type DynamoDBClient,
  ListTagsOfResourceCommand,
  RestoreTableToPointInTimeCommand,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
} from '@aws-sdk/client-dynamodb';

/** From when to when a table can be restored; undefined where it cannot be. */
export type Window = { earliest: Date; latest: Date } | undefined;

/** What only AWS does, and no local database. */
export type Cloud = {
  windowOf(table: string): Promise<Window>;
  /** Begins to make the target of the source as it was at that time. */
  restore(source: string, target: string, at: Date): Promise<void>;
  /** Lets the table be restored to any second from now on. */
  keepRecoverable(table: string): Promise<void>;
  isRecoverable(table: string): Promise<boolean>;
  /** Both tables by their ARN. */
  copyTags(source: string, target: string): Promise<void>;
};

/** A table that has just been made has no backups yet; it may take some minutes. */
const patience = { tries: 60, ms: 10_000 };

export const aws = (client: DynamoDBClient, { tries, ms } = patience): Cloud => ({
  async windowOf(table) {
    const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } = (await recoveryOf(client, table)) ?? {};
    return earliest && latest && { earliest, latest };
  },
  async restore(SourceTableName, TargetTableName, RestoreDateTime) {
    await client.send(new RestoreTableToPointInTimeCommand({ SourceTableName, TargetTableName, RestoreDateTime }));
  },
  async keepRecoverable(TableName) {
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    for (let left = tries; ; left--) {
      try {
        await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
        return;
      } catch (error) {
        if (!(error instanceof ContinuousBackupsUnavailableException) || left <= 1) throw error;
        await pause(ms);
      }
    }
  },
  async isRecoverable(table) {
    return (await recoveryOf(client, table))?.PointInTimeRecoveryStatus === 'ENABLED';
  },
  async copyTags(source, target) {
    const { Tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: source }));
    const own = Tags.filter(({ Key }) => !Key?.startsWith('aws:'));
    if (own.length > 0) await client.send(new TagResourceCommand({ ResourceArn: target, Tags: own }));
  },
});

async function recoveryOf(client: DynamoDBClient, TableName: string) {
  const { ContinuousBackupsDescription: backups } = await client.send(new DescribeContinuousBackupsCommand({ TableName }));
  return backups?.PointInTimeRecoveryDescription;
}
