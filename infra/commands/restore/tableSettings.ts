import { setTimeout as sleep } from 'node:timers/promises';
import {
  ContinuousBackupsUnavailableException,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  type KeySchemaElement,
  ListTagsOfResourceCommand,
  type Projection,
  PutResourcePolicyCommand,
  ResourceNotFoundException,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  type UpdateTableCommandInput,
  UpdateTimeToLiveCommand,
  type WarmThroughput,
} from '@aws-sdk/client-dynamodb';
import { CommandError } from '../../../apps/ops/commandError.ts';
import { projectionOf, tableShape } from '../../tableShape.ts';

export async function findTable(client: DynamoDBClient, TableName: string): Promise<TableDescription | undefined> {
  const found = await client.send(new DescribeTableCommand({ TableName })).catch((error) => {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  });
  return found?.Table;
}

export async function getTable(client: DynamoDBClient, name: string): Promise<TableDescription> {
  const table = await findTable(client, name);
  if (!table)
    throw new CommandError(`There is no table ${name} in this account and region. Check the name, AWS_REGION and AWS_PROFILE.`);
  return table;
}

/** How the keys and indexes differ from what the service needs. */
export function schemaProblems({ KeySchema, GlobalSecondaryIndexes = [] }: TableDescription): string[] {
  const { partitionKey, sortKey, indexes } = tableShape;
  const key = `${partitionKey} ${sortKey}`;
  const problems = keysOf(KeySchema) === key ? [] : [`its key is ${keysOf(KeySchema)} instead of ${key}`];
  for (const index of indexes) {
    const { name, partitionKey, sortKey } = index;
    const found = GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === name);
    const expected = `${partitionKey} ${sortKey}, ${textOf(projectionOf(index))}`;
    const actual = found && `${keysOf(found.KeySchema)}, ${textOf(found.Projection)}`;
    if (!actual) problems.push(`its index ${name} (${expected}) is missing`);
    else if (actual !== expected) problems.push(`its index ${name} is ${actual} instead of ${expected}`);
  }
  return problems;
}

const textOf = ({ ProjectionType, NonKeyAttributes = [] }: Projection = {}) =>
  [ProjectionType, ...NonKeyAttributes.toSorted()].join(' ');

const keysOf = (schema: KeySchemaElement[] = []) => schema.map(({ AttributeName }) => AttributeName).join(' ');

/** Its status, and the times that the table can be restored to. */
export async function recoveryOf(client: DynamoDBClient, TableName: string) {
  const { ContinuousBackupsDescription: backups } = await client.send(new DescribeContinuousBackupsCommand({ TableName }));
  return backups?.PointInTimeRecoveryDescription;
}

/** Turns on what a restore leaves off. */
export async function turnOnSettings(client: DynamoDBClient, TableName: string): Promise<void> {
  const TimeToLiveSpecification = { AttributeName: tableShape.timeToLive, Enabled: true };
  if (!(await hasTimeToLive(client, TableName)))
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  await turnOnRecovery(client, TableName);
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
}

/** For several minutes after its creation, a table may reject backups. */
export async function turnOnRecovery(client: DynamoDBClient, TableName: string, attempts = 60, pauseMs = 10_000) {
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
    } catch (error) {
      if (!(error instanceof ContinuousBackupsUnavailableException) || attempt >= attempts) throw error;
      await sleep(pauseMs);
    }
  }
}

export async function settingsThatAreOff(client: DynamoDBClient, name: string): Promise<string[]> {
  const settings = {
    'time to live': await hasTimeToLive(client, name),
    'point-in-time recovery': (await recoveryOf(client, name))?.PointInTimeRecoveryStatus === 'ENABLED',
    'deletion protection': (await findTable(client, name))?.DeletionProtectionEnabled,
  };
  return Object.entries(settings).flatMap(([setting, isOn]) => (isOn ? [] : [`${setting} is off`]));
}

async function hasTimeToLive(client: DynamoDBClient, TableName: string): Promise<boolean> {
  const { TimeToLiveDescription: setting } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  return setting?.AttributeName === tableShape.timeToLive && /^ENABL/.test(setting.TimeToLiveStatus ?? '');
}

export async function copyTags(client: DynamoDBClient, source: string, target: string): Promise<void> {
  const { Tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: source }));
  const own = Tags.filter(({ Key }) => !Key?.startsWith('aws:'));
  if (own.length > 0) await client.send(new TagResourceCommand({ ResourceArn: target, Tags: own }));
}

type Warming = Pick<UpdateTableCommandInput, 'WarmThroughput' | 'GlobalSecondaryIndexUpdates'>;

/** The warm throughput that a restored table and its indexes need to match the old ones. Undefined if they lack nothing. */
export function missingWarmThroughput(old: TableDescription, restored: TableDescription): Warming | undefined {
  const table = raised(old.WarmThroughput, restored.WarmThroughput);
  const indexes = (restored.GlobalSecondaryIndexes ?? []).flatMap(({ IndexName, WarmThroughput: own }) => {
    const former = old.GlobalSecondaryIndexes?.find((index) => index.IndexName === IndexName);
    const WarmThroughput = raised(former?.WarmThroughput, own);
    return WarmThroughput ? [{ Update: { IndexName, WarmThroughput } }] : [];
  });
  if (!table && indexes.length === 0) return undefined;
  return { ...(table && { WarmThroughput: table }), ...(indexes.length > 0 && { GlobalSecondaryIndexUpdates: indexes }) };
}

/** AWS never lowers either, so each keeps the higher one. */
function raised(old: WarmThroughput = {}, own: WarmThroughput = {}): WarmThroughput | undefined {
  const names = ['ReadUnitsPerSecond', 'WriteUnitsPerSecond'] as const;
  if (names.every((name) => (old[name] ?? 0) <= (own[name] ?? 0))) return undefined;
  return Object.fromEntries(names.map((name) => [name, Math.max(old[name] ?? 0, own[name] ?? 0)]));
}

const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'PartiQLInsert', 'PartiQLUpdate', 'PartiQLDelete'];

/** Makes the table reject all writes. A denial also applies to principals whose own policy allows writes. */
export async function refuseWrites(client: DynamoDBClient, { TableArn }: TableDescription): Promise<void> {
  const statement = {
    Sid: 'RefuseWritesAfterRestore',
    Effect: 'Deny',
    Principal: '*',
    Action: writes.map((action) => `dynamodb:${action}`),
    Resource: TableArn,
  };
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  await client.send(new PutResourcePolicyCommand({ ResourceArn: TableArn, Policy }));
}
