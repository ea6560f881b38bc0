import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CommandError } from '../../../apps/ops/commandError.ts';
import { columns } from '../../../apps/ops/textTable.ts';
import type { Recovery, Window } from './recovery.ts';
import {
  countItems,
  countTenants,
  enableTimeToLive,
  findTable,
  hasTimeToLive,
  protectFromDeletion,
  schemaProblems,
  waitForTable,
} from './table.ts';
import { missingWarmth } from './warmth.ts';

export type RestoreRequest = { source: string; target: string; at: Date; countItems: boolean };
type Print = (line: string) => void;

/** Checks that the restore is possible and describes its steps. */
export async function planRestore(
  client: DynamoDBClient,
  recovery: Recovery,
  { source, target, at, countItems }: RestoreRequest,
): Promise<string[]> {
  if (!(await findTable(client, source))) throw new CommandError(`There is no table ${source} in this account and region.`);
  const exists = await findTable(client, target);
  if (!exists) assertWithin(await recovery.windowOf(source), source, at);
  return [
    exists
      ? `Continue with ${target}, which already exists.`
      : `Restore ${source} as of ${at.toISOString()} to ${target}; this takes minutes to hours.`,
    `On ${target}, turn on time to live, point-in-time recovery and deletion protection, and copy the tags of ${source}.`,
    `Give it the warm throughput of ${source}, including increases caused by traffic. AWS charges for this once.`,
    `Check its keys and indexes, and compare the number of tenants${countItems ? ' and items' : ''}.`,
    `Leave ${source} as it is. Then close the service, and run this command with --reconcile before you switch to ${target}.`,
  ];
}

const deployCommand = (stage: string, table: string) =>
  `npx cdk deploy StorePlatform-${stage} --exclusively -c stage=${stage} -c shift=now -c table=${table}`;

function assertWithin(window: Window, source: string, at: Date): void {
  if (!window) throw new CommandError(`${source} cannot be restored: point-in-time recovery is off.`);
  const { earliest, latest } = window;
  if (at >= earliest && at <= latest) return;
  throw new CommandError(
    `--at must be between ${earliest.toISOString()} and ${latest.toISOString()}, not ${at.toISOString()}.`,
  );
}

/**
 * Restores the table, adds the settings that a restore drops, and verifies the result. If run again after an error, it
 * continues where it stopped.
 */
export async function restoreTable(
  client: DynamoDBClient,
  recovery: Recovery,
  request: RestoreRequest,
  print: Print,
): Promise<void> {
  const { source, target, at } = request;
  if (!(await findTable(client, target))) await recovery.restore(source, target, at);
  const table = await waitForTable(client, target);
  assertNoProblems(target, schemaProblems(table));
  print(`${target} is restored.`);
  await enableTimeToLive(client, target);
  await recovery.enable(target);
  await protectFromDeletion(client, target);
  const old = await waitForTable(client, source);
  await recovery.copyTags(old.TableArn as string, table.TableArn as string);
  await assertSafe(client, recovery, target);
  print('Time to live, point-in-time recovery and deletion protection are on, and the tags are copied.');
  const warming = missingWarmth(old, await waitForTable(client, target));
  if (warming) await recovery.warm(target, warming);
  if (warming) print(`${target} is being warmed up to what ${source} can take. It can be used meanwhile.`);
  print(await comparison(client, request));
  print('Next, close the service, and run this command again with --reconcile.');
}

/** How to switch the service to the restored table. */
export const switchSteps = (
  stage: string,
  target: string,
) => `To switch the service to ${target}, check out the deployed commit and run
  ${deployCommand(stage, target)}
with every other -c option of the deployment that is not in cdk.json. Then add "table:${stage}": "${target}" to the context in
cdk.json, or the next deployment switches back.`;

async function assertSafe(client: DynamoDBClient, recovery: Recovery, target: string): Promise<void> {
  const isProtected = (await findTable(client, target))?.DeletionProtectionEnabled;
  const isExpiring = await hasTimeToLive(client, target);
  assertNoProblems(target, [
    ...(isExpiring ? [] : ['time to live is off']),
    ...((await recovery.isEnabled(target)) ? [] : ['point-in-time recovery is off']),
    ...(isProtected ? [] : ['deletion protection is off']),
  ]);
}

function assertNoProblems(target: string, problems: string[]): void {
  if (problems.length > 0) throw new CommandError(`The service cannot use ${target}: ${problems.join('; ')}.`);
}

async function comparison(client: DynamoDBClient, request: RestoreRequest): Promise<string> {
  const { source, target, at } = request;
  const both = <T>(count: (client: DynamoDBClient, table: string) => Promise<T>) =>
    Promise.all([count(client, source), count(client, target)]);
  const tenants = await both(countTenants);
  const items = request.countItems ? await both(countItems) : undefined;
  if (tenants[0] > 0 && tenants[1] === 0) throw new CommandError(`${target} has no tenants, but ${source} has ${tenants[0]}.`);
  const rows = [
    ['', 'now', at.toISOString()],
    ['tenants', ...tenants.map(String)],
  ];
  return columns(items ? [...rows, ['items', ...items.map(String)]] : rows).trimEnd();
}
