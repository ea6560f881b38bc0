import { setTimeout as sleep } from 'node:timers/promises';
import {
  ContinuousBackupsUnavailableException,
  type DynamoDB,
  type KeySchemaElement,
  type Projection,
  ResourceNotFoundException,
  type TableDescription,
  type WarmThroughput,
} from '@aws-sdk/client-dynamodb';
import { CommandError } from '../../../apps/ops/commandError.ts';
import { indexSettings, projectionOf, tableShape } from '../../tableShape.ts';
import { noTable } from '../awsErrors.ts';

export async function findTable(client: DynamoDB, TableName: string): Promise<TableDescription | undefined> {
  const found = await client.describeTable({ TableName }).catch((error) => {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  });
  return found?.Table;
}

export async function getTable(client: DynamoDB, name: string): Promise<TableDescription> {
  const table = await findTable(client, name);
  if (!table) throw new CommandError(noTable(name));
  return table;
}

/** The old table, unless the names are swapped: it is about to reject writes, and the other one to be changed. */
export async function getOldTable(client: DynamoDB, source: string, target: string): Promise<TableDescription> {
  const [old, restored] = [await getTable(client, source), await getTable(client, target)];
  if (old.RestoreSummary?.SourceTableArn !== restored.TableArn) return old;
  throw new CommandError(
    `${source} was restored from ${target}. Pass the old table with --table and the restored one with --to.`,
  );
}

/** How a table differs from what the service needs, and what corrects it. */
export type Difference = { problem: string; remedy: string };

/** How the keys and indexes differ from what the service needs. */
export function schemaProblems({ TableName, KeySchema, GlobalSecondaryIndexes = [] }: TableDescription): Difference[] {
  const { partitionKey, sortKey, indexes } = tableShape;
  const key = `${partitionKey} ${sortKey}`;
  const problems: Difference[] = [];
  if (keysOf(KeySchema) !== key) {
    problems.push({ problem: `its key is ${keysOf(KeySchema)} instead of ${key}`, remedy: 'use another table' });
  }
  for (const index of indexes) {
    const { name, partitionKey, sortKey } = index;
    const found = GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === name);
    const expected = `${partitionKey} ${sortKey}, ${textOf(projectionOf(index))}`;
    const actual = found && `${keysOf(found.KeySchema)}, ${textOf(found.Projection)}`;
    const create = updateTable(TableName, creationOf(index));
    if (!actual) problems.push({ problem: `its index ${name} (${expected}) is missing`, remedy: create });
    else if (actual !== expected) {
      const remedy = `${updateTable(TableName, deletionOf(name))}, then ${create}`;
      problems.push({ problem: `its index ${name} is ${actual} instead of ${expected}`, remedy });
    }
  }
  return problems;
}

/** The indexes that the data stack would delete. */
export const unknownIndexes = ({ GlobalSecondaryIndexes = [] }: TableDescription): string[] =>
  GlobalSecondaryIndexes.map(({ IndexName }) => IndexName as string).filter(
    (name) => !tableShape.indexes.some((index) => index.name === name),
  );

/** What the data stack would not make, although the service could use the table. */
export function additions(table: TableDescription): Difference[] {
  const { TableName, StreamSpecification } = table;
  const indexes = unknownIndexes(table).map((name) => ({
    problem: `it has another index, ${name}`,
    remedy: updateTable(TableName, deletionOf(name)),
  }));
  const stream = { problem: 'its stream is on', remedy: updateTable(TableName, '--stream-specification StreamEnabled=false') };
  return StreamSpecification?.StreamEnabled ? [...indexes, stream] : indexes;
}

const updateTable = (name: string | undefined, change: string) => `aws dynamodb update-table --table-name ${name} ${change}`;

const creationOf = (index: (typeof tableShape.indexes)[number]) =>
  `--attribute-definitions ${[index.partitionKey, index.sortKey].map((name) => `AttributeName=${name},AttributeType=S`).join(' ')} ${indexUpdate({ Create: indexSettings(index) })}`;

const deletionOf = (IndexName: string) => indexUpdate({ Delete: { IndexName } });

const indexUpdate = (update: object) => `--global-secondary-index-updates '${JSON.stringify([update])}'`;

const textOf = ({ ProjectionType, NonKeyAttributes = [] }: Projection = {}) =>
  [ProjectionType, ...NonKeyAttributes.toSorted()].join(' ');

const keysOf = (schema: KeySchemaElement[] = []) => schema.map(({ AttributeName }) => AttributeName).join(' ');

/** Its status, and the times that the table can be restored to. */
export async function recoveryOf(client: DynamoDB, TableName: string) {
  const { ContinuousBackupsDescription: backups } = await client.describeContinuousBackups({ TableName });
  return backups?.PointInTimeRecoveryDescription;
}

/** Turns on what a restore leaves off. */
export async function turnOnSettings(client: DynamoDB, TableName: string): Promise<void> {
  const TimeToLiveSpecification = { AttributeName: tableShape.timeToLive, Enabled: true };
  if (!(await hasTimeToLive(client, TableName))) await client.updateTimeToLive({ TableName, TimeToLiveSpecification });
  await turnOnRecovery(client, TableName);
  await client.updateTable({ TableName, DeletionProtectionEnabled: true });
}

/** For several minutes after its creation, a table may reject backups. */
export async function turnOnRecovery(client: DynamoDB, TableName: string, attempts = 60, pauseMs = 10_000) {
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await client.updateContinuousBackups({ TableName, PointInTimeRecoverySpecification });
    } catch (error) {
      if (!(error instanceof ContinuousBackupsUnavailableException) || attempt >= attempts) throw error;
      await sleep(pauseMs);
    }
  }
}

export async function settingsThatAreOff(client: DynamoDB, name: string, needsProtection = true): Promise<Difference[]> {
  const hasRecovery = (await recoveryOf(client, name))?.PointInTimeRecoveryStatus === 'ENABLED';
  const isProtected = !needsProtection || (await findTable(client, name))?.DeletionProtectionEnabled;
  const settings: [string, boolean | undefined, string][] = [
    [
      'time to live',
      await hasTimeToLive(client, name),
      `update-time-to-live --table-name ${name} --time-to-live-specification AttributeName=${tableShape.timeToLive},Enabled=true`,
    ],
    [
      'point-in-time recovery',
      hasRecovery,
      `update-continuous-backups --table-name ${name} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true`,
    ],
    ['deletion protection', isProtected, `update-table --table-name ${name} --deletion-protection-enabled`],
  ];
  return settings.flatMap(([setting, isOn, command]) =>
    isOn ? [] : [{ problem: `${setting} is off`, remedy: `aws dynamodb ${command}` }],
  );
}

async function hasTimeToLive(client: DynamoDB, TableName: string): Promise<boolean> {
  const { TimeToLiveDescription: setting } = await client.describeTimeToLive({ TableName });
  return setting?.AttributeName === tableShape.timeToLive && /^ENABL/.test(setting.TimeToLiveStatus ?? '');
}

/** The stage that deployed a table. */
export async function stageOf(client: DynamoDB, name: string): Promise<string> {
  const { TableArn } = await getTable(client, name);
  const { Tags = [] } = await client.listTagsOfResource({ ResourceArn: TableArn });
  return Tags.find(({ Key }) => Key === 'stage')?.Value ?? 'prod';
}

export async function copyTags(client: DynamoDB, source: string, target: string): Promise<void> {
  const { Tags = [] } = await client.listTagsOfResource({ ResourceArn: source });
  const own = Tags.filter(({ Key }) => !Key?.startsWith('aws:'));
  if (own.length > 0) await client.tagResource({ ResourceArn: target, Tags: own });
}

/** The warm throughput that a restored table and its indexes need to match the old ones. Undefined if they lack nothing. */
export function missingWarmThroughput(old: TableDescription, restored: TableDescription) {
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
export async function refuseWrites(client: DynamoDB, { TableArn }: TableDescription): Promise<void> {
  const statement = {
    Sid: 'RefuseWritesAfterRestore',
    Effect: 'Deny',
    Principal: '*',
    Action: writes.map((action) => `dynamodb:${action}`),
    Resource: TableArn,
  };
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  await client.putResourcePolicy({ ResourceArn: TableArn, Policy });
}
