import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { dateTime } from '../../lib/values/fields.ts';
import { Fault, told } from '../fault.ts';
import { explained } from './awsFault.ts';
import { aws } from './restore/cloud.ts';
import { type Asked, plan, restore } from './restore/drill.ts';

const help = `Restores the table of a deployment, as it was at some second of the last 35 days, as a new table.

  npm run restore -- --table NAME --at TIME [--to NAME] [--stage NAME] [--count] [--dry-run]

  --table    the table of the deployment, which stays as it is
  --at       like 2027-01-31T12:00:00Z
  --to       the new table; the old name and the time, unless given. One that is there already is gone on with
  --stage    the stage that the printed command is for; prod unless given
  --count    counts the items of both tables too, which reads both in full
  --dry-run  looks whether it can be done, and prints what would be
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

const tell = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const { values } = parseArgs({ options });
  if (values.help) process.stdout.write(help);
  else await perform(values);
} catch (error) {
  process.stderr.write(told(error));
  process.exitCode = 1;
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

async function perform(values: Values): Promise<void> {
  const asked = askedFor(values);
  const client = new DynamoDBClient();
  try {
    const cloud = aws(client);
    for (const [i, step] of (await plan(client, cloud, asked)).entries()) tell(`${i + 1}. ${step}`);
    if (!values['dry-run']) await restore(client, cloud, asked, tell);
  } catch (error) {
    throw explained(error, asked.source);
  }
}

function askedFor({ table, at, to, stage = 'prod', count = false }: Values): Asked {
  if (!table || !at) throw new Fault('Name the table with --table and the time with --at; --help tells more.');
  const time = z.safeParse(dateTime(), at);
  if (!time.success) throw new Fault('--at must be RFC 3339 with a zone, like 2027-01-31T12:00:00Z.');
  const target = to ?? `${table}-${time.data.slice(0, 19).replaceAll(/\D/g, '')}`;
  if (target === table) throw new Fault('--to must be another table than --table: that one stays as it is.');
  return { source: table, target, at: new Date(time.data), stage, countAll: count };
}
