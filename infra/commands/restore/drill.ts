import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Fault } from '../../fault.ts';
import { columns } from '../ops/table.ts';
import type { Cloud, Window } from './cloud.ts';
import { arrived, countItems, countTenants, expire, expires, findTable, misshapen, protect } from './table.ts';

export type Asked = { source: string; target: string; at: Date; stage: string; countAll: boolean };
type Tell = (line: string) => void;

/** What is going to be done, step by step, after a look whether it can be. */
export async function plan(
  client: DynamoDBClient,
  cloud: Cloud,
  { source, target, at, stage, countAll }: Asked,
): Promise<string[]> {
  if (!(await findTable(client, source))) throw new Fault(`There is no table ${source} in this account and region.`);
  const isThere = await findTable(client, target);
  if (!isThere) mustBeWithin(await cloud.windowOf(source), source, at);
  return [
    isThere
      ? `${target} is there already: go on with it`
      : `restore ${source}, as it was at ${at.toISOString()}, as ${target}; this takes from minutes to hours`,
    `let items of ${target} end at their time, let it be restored itself, protect it from deletion, and give it the tags of ${source}`,
    `see that it has the keys and indexes that the service needs, and how many tenants ${countAll ? 'and items ' : ''}are in both`,
    `leave ${source} as it is. The service is put onto ${target} by: ${command(stage, target)}`,
  ];
}

const command = (stage: string, table: string) =>
  `npx cdk deploy StorePlatform-${stage} --exclusively -c stage=${stage} -c table=${table}`;

function mustBeWithin(window: Window, source: string, at: Date): void {
  if (!window) throw new Fault(`${source} cannot be restored: point-in-time recovery is off.`);
  const { earliest, latest } = window;
  if (at >= earliest && at <= latest) return;
  throw new Fault(`--at must be between ${earliest.toISOString()} and ${latest.toISOString()}: that is what can be restored.`);
}

/** Restores, puts back what a restored table lacks, and looks at the result. Run anew after a fault, it goes on where it was. */
export async function restore(client: DynamoDBClient, cloud: Cloud, asked: Asked, tell: Tell): Promise<void> {
  const { source, target, at, stage } = asked;
  if (!(await findTable(client, target))) await cloud.restore(source, target, at);
  const table = await arrived(client, target);
  mustBe(target, misshapen(table));
  tell(`${target} is there.`);
  await expire(client, target);
  await cloud.keepRecoverable(target);
  await protect(client, target);
  await cloud.copyTags((await arrived(client, source)).TableArn as string, table.TableArn as string);
  await mustBeSafe(client, cloud, target);
  tell('Items end at their time, it can be restored, it is protected from deletion, and has the tags of the other.');
  tell(await compared(client, asked));
  tell(
    `Put the service onto it, from the commit that is deployed, with\n  ${command(stage, target)}\nand whatever else of -c it is deployed with that cdk.json does not keep. Then put "table:${stage}": "${target}" into the context of cdk.json, so that no later deployment takes it back.`,
  );
}

async function mustBeSafe(client: DynamoDBClient, cloud: Cloud, target: string): Promise<void> {
  const isProtected = (await findTable(client, target))?.DeletionProtectionEnabled;
  const isExpiring = await expires(client, target);
  mustBe(target, [
    ...(isExpiring ? [] : ['its items do not end at their time']),
    ...((await cloud.isRecoverable(target)) ? [] : ['it cannot be restored itself']),
    ...(isProtected ? [] : ['it is not protected from deletion']),
  ]);
}

function mustBe(target: string, wrong: string[]): void {
  if (wrong.length > 0) throw new Fault(`${target} is no table for the service: ${wrong.join('; ')}.`);
}

async function compared(client: DynamoDBClient, { source, target, at, countAll }: Asked): Promise<string> {
  const both = <T>(count: (client: DynamoDBClient, table: string) => Promise<T>) =>
    Promise.all([count(client, source), count(client, target)]);
  const tenants = await both(countTenants);
  const items = countAll ? await both(countItems) : undefined;
  if (tenants[0] > 0 && tenants[1] === 0) throw new Fault(`${target} holds no tenant, and ${source} holds ${tenants[0]}.`);
  const rows = [
    ['', 'now', at.toISOString()],
    ['tenants', ...tenants.map(String)],
  ];
  return columns(items ? [...rows, ['items', ...items.map(String)]] : rows).trimEnd();
}
