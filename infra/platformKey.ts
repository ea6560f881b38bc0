import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { dateTime } from '../lib/fields.ts';

const help = `Puts a platform key into a table and shows it, once.

  npm run platform-key -- --table NAME [--label TEXT] [--expires TIME]

  --table    the table of the deployment (an output of the data stack)
  --label    what the key is for
  --expires  when it ends, like 2027-01-31T00:00:00Z; without it, never

The credentials and region are those of your AWS profile; AWS_ENDPOINT_URL_DYNAMODB names a local database.
`;

try {
  const options = {
    table: { type: 'string' },
    label: { type: 'string' },
    expires: { type: 'string' },
    help: { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ options });
  if (values.help) process.stdout.write(help);
  else process.stdout.write(await issue(values));
} catch (error) {
  const { message, cause } = error as Error;
  process.stderr.write(`${cause instanceof Error ? cause.message : message}\n`);
  process.exitCode = 1;
}

async function issue({ table, label, expires }: { table?: string; label?: string; expires?: string }) {
  if (!table) throw new Error('Name the table with --table; --help tells more.');
  const until = z.safeParse(z.optional(dateTime()), expires);
  if (!until.success) throw new Error('--expires must be RFC 3339 with a zone, like 2027-01-31T00:00:00Z.');
  process.env.TABLE_NAME = table;
  const { issuePlatformKey } = await import('../lib/key/data.ts');
  const { secret } = await issuePlatformKey(label ?? null, until.data ?? null, new Date());
  return `${secret}\n`;
}
