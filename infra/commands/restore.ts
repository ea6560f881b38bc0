import { existsSync } from 'node:fs';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { CommandError } from '../../apps/ops/commandError.ts';
import { dateTime } from '../../lib/values/fields.ts';
import { main, useTable, type Values as ValuesOf } from './main.ts';
import { copyChanges } from './restore/copyLost.ts';
import { raiseNumbers, reconcileTables } from './restore/reconcile.ts';
import { planRestore, type RestoreRequest, restoreTable, switchSteps } from './restore/restoreTable.ts';
import { stageOf } from './restore/tableSettings.ts';

const help = `Restores the table of a deployment to any second of the last 35 days, as a new table.

  npm run restore -- --table NAME --at TIME [--to NAME] [--count] [--dry-run]
  npm run restore -- --table NAME --to NAME --reconcile [--list FILE]
  npm run restore -- --table NAME --to NAME --copy FILE

  --table      the table of the deployment
  --at         the time to restore, such as 2027-01-31T12:00:00Z
  --to         the new table; by default, the old name with the time appended. If it exists, an interrupted restore continues
  --count      also counts the items, which reads both tables in full
  --dry-run    checks that the restore is possible, and prints its steps and how long the service will be closed

Close the service, then make the new table safe to use:

  --reconcile  makes the old table reject writes, raises every store's next order number beyond all that were used, again
               revokes the keys that were revoked after the restored time, and lists all other changes after it
  --list       the file for that list; by default, the name of the new table with .jsonl appended
  --copy       repeats the changes in this list: orders with their payments and stock, deliveries, idempotency records, and
               new items. Run it only while the service is closed, because it also corrects reserved units

If the old table is lost, only raise the next order numbers in the new one. Running this again on the same day changes
nothing:

  npm run restore -- --to NAME --raise-numbers
`;

const options = {
  table: { type: 'string' },
  at: { type: 'string' },
  to: { type: 'string' },
  count: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  reconcile: { type: 'boolean' },
  list: { type: 'string' },
  copy: { type: 'string' },
  'raise-numbers': { type: 'boolean' },
} as const;

const print = (line: string) => void process.stdout.write(`${line}\n`);

await main(help, options, run);

type Values = ValuesOf<typeof options>;

async function run(values: Values): Promise<void> {
  const isRestore = !(values.reconcile || values.copy || values['raise-numbers']);
  if (values['dry-run'] && !isRestore) throw new CommandError('--dry-run works only with --at. Nothing was changed.');
  if ((values.at || values.count) && !isRestore)
    throw new CommandError(
      '--at and --count work only without --reconcile, --copy and --raise-numbers: restore first. Nothing was changed.',
    );
  if (values.copy && values.reconcile)
    throw new CommandError('Run --reconcile first and read its list, then --copy. Nothing was changed.');
  if (values.list && !values.reconcile)
    throw new CommandError('--list works only with --reconcile. To copy a list, pass it with --copy. Nothing was changed.');
  if (values['raise-numbers'] && (values.reconcile || values.copy))
    throw new CommandError('--reconcile raises the numbers too. Pass --raise-numbers alone, only if the old table is lost.');
  // Reconciling reads as fast as the table permits, so some calls are throttled.
  const client = new DynamoDB({ maxAttempts: 10, requestHandler: { httpsAgent: { maxSockets: 200 } } });
  if (values['raise-numbers']) await raiseOrderNumbers(client, values.to);
  else if (values.reconcile || values.copy) await repair(client, values);
  else await restore(client, values);
}

async function restore(client: DynamoDB, values: Values): Promise<void> {
  const request = requestIn(values);
  for (const [i, step] of (await planRestore(client, request)).entries()) print(`${i + 1}. ${step}`);
  if (!values['dry-run']) await restoreTable(client, request, print);
}

async function raiseOrderNumbers(client: DynamoDB, target: string | undefined): Promise<void> {
  if (!target) throw new CommandError('Pass the table with --to.');
  useTable(target);
  await raiseNumbers(client, target, new Date(), print);
}

async function repair(client: DynamoDB, { table, to, list, copy }: Values): Promise<void> {
  if (!table || !to) throw new CommandError('Pass the old table with --table and the restored one with --to.');
  if (to === table) throw new CommandError(`--to must not be ${table} itself. Pass the restored table.`);
  useTable(to);
  const tables = { client, documents: DynamoDBDocument.from(client), source: table, target: to };
  if (copy) process.exitCode = (await copyChanges(tables, copy, print)) ? 0 : 1;
  else await reconcileTables(tables, unusedFile(list ?? `${to}.jsonl`), print);
  print(switchSteps(await stageOf(client, table), to));
}

/** Somebody may have removed lines from an earlier list. */
function unusedFile(path: string): string {
  if (!existsSync(path)) return path;
  throw new CommandError(`${path} already exists. Name another file with --list, or move this one. Nothing was changed.`);
}

function requestIn({ table, at, to, count = false }: Values): RestoreRequest {
  if (!table || !at) throw new CommandError('Pass the table with --table and the time with --at. --help shows the usage.');
  const time = z.safeParse(dateTime(), at);
  if (!time.success) throw new CommandError(`--at must be a time with a zone, such as 2027-01-31T12:00:00Z, not "${at}".`);
  const target = to ?? `${table}-${time.data.slice(0, 19).replaceAll(/\D/g, '')}`;
  if (target === table)
    throw new CommandError(`--to must not be ${table} itself: a restore makes a new table. Choose another name.`);
  return { source: table, target, at: new Date(time.data), countItems: count };
}
