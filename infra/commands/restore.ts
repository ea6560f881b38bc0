import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { dateTime } from '../../lib/values/fields.ts';
import { CommandError, errorText } from '../commandError.ts';
import { explainAwsError } from './awsErrors.ts';
import { awsRecovery } from './restore/recovery.ts';
import { planRestore, type RestoreRequest, restoreTable } from './restore/restoreTable.ts';

const help = `Restores the table of a deployment to any second of the last 35 days, as a new table.

  npm run restore -- --table NAME --at TIME [--to NAME] [--stage NAME] [--count] [--dry-run]

  --table    the table of the deployment; it is not changed
  --at       the time to restore, such as 2027-01-31T12:00:00Z
  --to       the new table; the old name and the time by default. If it exists, the restore continues with it
  --stage    the stage in the printed deploy command; prod by default
  --count    also counts the items, which reads both tables in full
  --dry-run  checks that the restore is possible and prints its steps
`;

const options = {
  table: { type: 'string' },
  at: { type: 'string' },
  to: { type: 'string' },
  stage: { type: 'string' },
  count: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const print = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const { values } = parseArgs({ options });
  if (values.help) process.stdout.write(help);
  else await run(values);
} catch (error) {
  process.stderr.write(errorText(error));
  process.exitCode = 1;
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

async function run(values: Values): Promise<void> {
  const request = requestIn(values);
  const client = new DynamoDBClient();
  const recovery = awsRecovery(client);
  try {
    for (const [i, step] of (await planRestore(client, recovery, request)).entries()) print(`${i + 1}. ${step}`);
    if (!values['dry-run']) await restoreTable(client, recovery, request, print);
  } catch (error) {
    throw explainAwsError(error, request.source);
  }
}

function requestIn({ table, at, to, stage = 'prod', count = false }: Values): RestoreRequest {
  if (!table || !at) throw new CommandError('Name the table with --table and the time with --at. --help shows the usage.');
  const time = z.safeParse(dateTime(), at);
  if (!time.success) throw new CommandError(`--at must be a time with a zone, such as 2027-01-31T12:00:00Z, not "${at}".`);
  const target = to ?? `${table}-${time.data.slice(0, 19).replaceAll(/\D/g, '')}`;
  if (target === table)
    throw new CommandError(`--to must not be ${table} itself: a restore makes a new table. Choose another name.`);
  return { source: table, target, at: new Date(time.data), stage, countItems: count };
}
