import {
  type DynamoDB,
  paginateQuery,
  paginateScan,
  type TableDescription,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { CommandError } from '../../../apps/ops/commandError.ts';
import { columns } from '../../../apps/ops/textTable.ts';
import {
  copyTags,
  type Difference,
  findTable,
  getTable,
  missingWarmThroughput,
  recoveryOf,
  schemaProblems,
  settingsThatAreOff,
  turnOnSettings,
} from './tableSettings.ts';

export type RestoreRequest = { source: string; target: string; at: Date; countItems: boolean };
export type Print = (line: string) => void;

/** Checks that the restore is possible and describes its steps. */
export async function planRestore(client: DynamoDB, request: RestoreRequest): Promise<string[]> {
  const { source, target, at, countItems } = request;
  const old = await getTable(client, source);
  const exists = await findTable(client, target);
  if (exists) mustBeThisRestore(request, old, exists);
  else await mustBeRestorable(client, source, at);
  return [
    exists
      ? `Continue with ${target}, which already exists.`
      : `Restore ${source} as of ${at.toISOString()} to ${target}; this takes minutes to hours.`,
    `On ${target}, turn on time to live, point-in-time recovery and deletion protection, and copy the tags of ${source}.`,
    `Give it the warm throughput of ${source}, including increases caused by traffic. AWS charges for this once.`,
    `Check its keys and indexes, and compare the number of tenants${countItems ? ' and items' : ''}.`,
    `Leave ${source} as it is. Then close the service, and run ${reconciliation(source, target)} before you switch to ${target}. ${closedTime(old)}`,
  ];
}

const reconciliation = (source: string, target: string) => `npm run restore -- --table ${source} --to ${target} --reconcile`;

/** Read units a second of one partition, and of a table that was never warmed. */
const [partitionUnits, tableUnits] = [3000, 12_000];
/** As measured on two cores that also ran the database, so AWS is faster. */
const itemsPerSecond = 4500;

/** How long --reconcile takes. In one store with nearly everything, DynamoDB reads no faster than one partition. */
function closedTime({ TableSizeBytes = 0, ItemCount = 0, WarmThroughput }: TableDescription): string {
  const units = Math.max(TableSizeBytes / 4096, ItemCount);
  const slowest = Math.max(units / partitionUnits, ItemCount / itemsPerSecond);
  const fastest = Math.max(units / (WarmThroughput?.ReadUnitsPerSecond ?? tableUnits), ItemCount / itemsPerSecond);
  return `Reconciling takes ${durationOf(fastest)} for ${ItemCount.toLocaleString('en')} items, or ${durationOf(slowest)} if one store has nearly all of them; --copy takes as long, and longer with many changes.`;
}

const durationOf = (seconds: number) =>
  seconds < 180 ? `about ${Math.ceil(seconds)} s` : `about ${Math.ceil(seconds / 60)} minutes`;

/** An existing table may have the data of another time, or of another table. */
function mustBeThisRestore({ source, target, at }: RestoreRequest, old: TableDescription, exists: TableDescription): void {
  const { SourceTableArn, RestoreDateTime } = exists.RestoreSummary ?? {};
  const isSameTime = Math.abs(Number(RestoreDateTime) - at.getTime()) < 1000;
  if (SourceTableArn === old.TableArn && isSameTime) return;
  const origin = SourceTableArn
    ? `is ${SourceTableArn.split('/')[1]} as of ${RestoreDateTime?.toISOString()}`
    : 'was not made by a restore';
  throw new CommandError(
    `${target} already exists, but ${origin}, not ${source} as of ${at.toISOString()}. Choose another name with --to.`,
  );
}

async function mustBeRestorable(client: DynamoDB, source: string, at: Date): Promise<void> {
  const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } = (await recoveryOf(client, source)) ?? {};
  if (!earliest || !latest)
    throw new CommandError(
      `${source} cannot be restored: point-in-time recovery is off. Restore a backup instead: see docs/disaster.md.`,
    );
  if (at >= earliest && at <= latest) return;
  throw new CommandError(
    `--at must be between ${earliest.toISOString()} and ${latest.toISOString()}, not ${at.toISOString()}.`,
  );
}

/**
 * Restores the table, adds the settings that a restore drops, and verifies the result. If run again after an error, it
 * continues where it stopped.
 */
export async function restoreTable(client: DynamoDB, request: RestoreRequest, print: Print): Promise<void> {
  const { source, target, at } = request;
  if (!(await findTable(client, target))) {
    const names = { SourceTableName: source, TargetTableName: target };
    await client.restoreTableToPointInTime({ ...names, RestoreDateTime: at });
  }
  const table = await waitForTable(client, target);
  mustHaveNoProblems(target, schemaProblems(table));
  print(`${target} is restored.`);
  await turnOnSettings(client, target);
  const old = await waitForTable(client, source);
  await copyTags(client, old.TableArn as string, table.TableArn as string);
  mustHaveNoProblems(target, await settingsThatAreOff(client, target));
  print('Time to live, point-in-time recovery and deletion protection are on, and the tags are copied.');
  const warming = missingWarmThroughput(old, await waitForTable(client, target));
  if (warming) {
    await client.updateTable({ TableName: target, ...warming });
    print(`${target} is being warmed up to what ${source} can take. It can be used meanwhile.`);
  }
  print(await comparison(client, request));
  print(`Next, close the service, and run ${reconciliation(source, target)}`);
}

/** Waits until the table is ready, for 12 hours at most. */
async function waitForTable(client: DynamoDB, TableName: string): Promise<TableDescription> {
  const { reason } = await waitUntilTableExists({ client, minDelay: 2, maxDelay: 30, maxWaitTime: 12 * 3600 }, { TableName });
  return reason.Table;
}

function mustHaveNoProblems(target: string, differences: Difference[]): void {
  if (differences.length === 0) return;
  const lines = differences.map(({ problem, remedy }) => `\n${problem}: ${remedy}`);
  throw new CommandError(`${target} is not ready.${lines.join('')}`);
}

async function comparison(client: DynamoDB, { source, target, at, countItems }: RestoreRequest): Promise<string> {
  const tenants = [await tenantsIn(client, source), await tenantsIn(client, target)].map(({ length }) => length);
  if (tenants[0] && !tenants[1])
    throw new CommandError(
      `${target} has no tenants, but ${source} has ${tenants[0]}. Do not use it; restore to another table.`,
    );
  const rows = { '': ['now', at.toISOString()], tenants };
  const items = countItems ? { items: [await itemsIn(client, source), await itemsIn(client, target)] } : {};
  return columns(Object.entries({ ...rows, ...items }).map(([name, cells]) => [name, ...cells.map(String)])).trimEnd();
}

/** The partitions of all tenants. */
export async function tenantsIn(client: DynamoDB, TableName: string): Promise<string[]> {
  const ExpressionAttributeValues = { ':tenants': { S: 'TENANTS' } };
  const query = { IndexName: 'listed', KeyConditionExpression: 'listed = :tenants', ExpressionAttributeValues };
  const pages = await Array.fromAsync(paginateQuery({ client }, { TableName, ...query }));
  return pages.flatMap(({ Items = [] }) => Items.map(({ pk }) => pk?.S as string));
}

/** Reads the whole table. */
async function itemsIn(client: DynamoDB, TableName: string): Promise<number> {
  const pages = await Array.fromAsync(paginateScan({ client }, { TableName, Select: 'COUNT' }));
  return pages.reduce((sum, { Count = 0 }) => sum + Count, 0);
}

/** How to switch the service to the restored table. */
export const switchSteps = (
  stage: string,
  target: string,
) => `To switch the service to ${target}, check out the deployed commit and run
  npx cdk deploy StorePlatform-${stage} --exclusively -c stage=${stage} -c shift=now -c table=${target}
with every other -c option of the deployment that is not in cdk.json, except closed. Then add "table:${stage}": "${target}" to
the context in cdk.json, or the next deployment switches back. Then run npm run preflight -- -c stage=${stage}, correct the
differences that it lists, and run the following command with the same -c options, so that the data stack
manages the table. The command ${fateOfOldTable(stage)}.
  ${adoption(stage)}`;

/** What happens to the table that the data stack has managed until then. */
export const fateOfOldTable = (stage: string) =>
  stage === 'dev' ? 'deletes the old table, unless a restore made it' : 'keeps the old table';

/** The data stack imports the table with the name in cdk.json, and no longer manages the one that it had. */
export const adoption = (stage: string) =>
  `npx cdk deploy StorePlatformData-${stage} --exclusively -c stage=${stage} --import-existing-resources`;
