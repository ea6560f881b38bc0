import { readFileSync, writeFileSync } from 'node:fs';
import { type DynamoDBClient, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { CommandError } from '../../../apps/ops/commandError.ts';
import { table } from '../../../apps/ops/textTable.ts';
import { copyLost } from './copyLost.ts';
import type { Tables } from './differences.ts';
import type { LostChange } from './lostChange.ts';
import { counterJump, lostTable, raiseCounters, reconcile } from './reconcile.ts';
import type { Recovery } from './recovery.ts';
import { correctReserves, findWrongReserves } from './reservedUnits.ts';
import { findTable } from './table.ts';

type Print = (line: string) => void;
type Named = { source: string; target: string };

const tablesOf = (client: DynamoDBClient, { source, target }: Named) => ({
  documents: DynamoDBDocumentClient.from(client),
  old: source,
  current: target,
});

async function arnOf(client: DynamoDBClient, TableName: string): Promise<string> {
  if (!(await findTable(client, TableName)))
    throw new CommandError(`There is no table ${TableName} in this account and region.`);
  const { reason } = await waitUntilTableExists({ client, maxWaitTime: 60 }, { TableName });
  return reason.Table.TableArn;
}

/** Makes the old table read-only and the new one safe to use, and lists in a file what happened since the restored time. */
export async function reconcileTables(
  client: DynamoDBClient,
  recovery: Pick<Recovery, 'refuseWrites'>,
  { source, target, list }: Named & { list: string },
  print: Print,
): Promise<void> {
  await arnOf(client, target);
  await recovery.refuseWrites(await arnOf(client, source));
  print(`${source} now rejects writes.`);
  const { counters, revoked, lost } = await reconcile(tablesOf(client, { source, target }), source);
  print(jumpText(counters));
  print(
    `Keys that ${source} had revoked, now also revoked in ${target}: ${revoked.length}${revoked.length > 0 ? ` (${revoked.join(', ')})` : ''}.`,
  );
  writeFileSync(list, lost.map((change) => `${JSON.stringify(change)}\n`).join(''));
  print(`\nChanges that ${target} lacks:\n\n${lostTable(lost)}`);
  print(
    `They are listed in ${list}, one per line. Remove the lines that you do not want to copy, then run this command with --copy ${list}.`,
  );
}

/** Raises the order counters of a table whose latest orders may be lost. Repeated on the same day, it changes nothing. */
export async function raiseNumbers(client: DynamoDBClient, target: string, now: Date, print: Print): Promise<void> {
  await arnOf(client, target);
  const counters = await raiseCounters(tablesOf(client, { source: target, target }), now.toISOString().slice(0, 10));
  print(jumpText(counters));
}

const jumpText = (stores: number) =>
  `Raised the next order numbers by ${counterJump.toLocaleString('en')} (stores: ${stores}).`;

/** Repeats the changes of a list in the new table. */
export async function copyChanges(client: DynamoDBClient, { source, target, list }: Named & { list: string }, print: Print) {
  const tables = tablesOf(client, { source, target });
  const { copied, failed } = await copyLost(tables, readList(list));
  print(`Changes copied: ${copied.length}.`);
  await correctStock(tables, print);
  if (failed.length > 0) {
    const rows = failed.map(({ lost, reason }) => [lost.kind, lost.what, reason]);
    print(`These could not be copied:\n\n${table(['kind', 'what', 'why'], rows)}`);
  }
}

/** After a restore there is nothing to correct. After a failover, only a part of a transaction may have arrived. */
async function correctStock(tables: Tables, print: Print): Promise<void> {
  const wrong = await findWrongReserves(tables);
  if (wrong.length === 0) return;
  await correctReserves(tables, wrong);
  const rows = wrong.map(({ pk, sku, reserved, held }) => [pk.slice('T#'.length), sku, reserved, held]);
  print('The reserved units of these products were corrected. Count the stock of each product, and send it as `counted`:\n');
  print(table(['tenant', 'sku', 'were', 'are'], rows, ['were', 'are']));
}

function readList(path: string): LostChange[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line));
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}. Pass the list that --reconcile wrote.`);
  }
}
