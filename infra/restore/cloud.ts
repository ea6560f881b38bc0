import {
  DescribeContinuousBackupsCommand,
  type DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  UpdateContinuousBackupsCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';

/** From when to when a table can be restored; undefined where it cannot be. */
export type Window = { earliest: Date; latest: Date } | undefined;

/** What only AWS does, and no local database. */
export type Cloud = {
  windowOf(table: string): Promise<Window>;
  /** Makes the target of the source as it was at that time, and waits until it is there. */
  restore(source: string, target: string, at: Date): Promise<void>;
  /** Lets the table be restored to any second from now on. */
  keepRecoverable(table: string): Promise<void>;
};

const patience = { minDelay: 20, maxDelay: 60, maxWaitTime: 12 * 3600 };

export const aws = (client: DynamoDBClient): Cloud => ({
  async windowOf(TableName) {
    const { ContinuousBackupsDescription: backups } = await client.send(new DescribeContinuousBackupsCommand({ TableName }));
    const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } =
      backups?.PointInTimeRecoveryDescription ?? {};
    return earliest && latest && { earliest, latest };
  },
  async restore(SourceTableName, TargetTableName, RestoreDateTime) {
    await client.send(new RestoreTableToPointInTimeCommand({ SourceTableName, TargetTableName, RestoreDateTime }));
    await waitUntilTableExists({ client, ...patience }, { TableName: TargetTableName });
  },
  async keepRecoverable(TableName) {
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
  },
});
