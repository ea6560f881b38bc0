import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import type { StoredKey } from '../../lib/key/storedKey.ts';
import { dateTime } from '../../lib/values/fields.ts';
import { CommandError, errorText } from '../commandError.ts';
import { explainAwsError } from './awsErrors.ts';
import { table as textTable } from './table.ts';

const help = `Manages platform keys in the table of a deployment, because the API does not issue them.

  npm run platform-key -- --table NAME [--label TEXT] [--expires TIME]   issues a key and prints it; it cannot be shown again
  npm run platform-key -- list --table NAME                              lists all keys, newest first
  npm run platform-key -- revoke KEY --table NAME                        revokes a key; it stops working within 30 seconds

  --table    the table of the deployment, an output of the service stack
  --label    what the key is for
  --expires  when the key expires, such as 2027-01-31T00:00:00Z; never by default

Uses the credentials and region of your AWS profile. Set AWS_ENDPOINT_URL_DYNAMODB to use a local database.
`;

type Options = { table?: string; label?: string; expires?: string; help?: boolean };

const options = {
  table: { type: 'string' },
  label: { type: 'string' },
  expires: { type: 'string' },
  help: { type: 'boolean' },
} as const;

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  process.stdout.write(values.help ? help : await run(values, positionals));
} catch (error) {
  process.stderr.write(errorText(error));
  process.exitCode = 1;
}

async function run({ table, ...given }: Options, [command = 'issue', ...args]: string[]): Promise<string> {
  const commands = { issue: () => issue(given), list, revoke: () => revoke(args) };
  if (!(command in commands))
    throw new CommandError(`Unknown command "${command}"; commands: ${Object.keys(commands).join(', ')}.`);
  if (args.length > (command === 'revoke' ? 1 : 0)) {
    throw new CommandError(`Unexpected argument "${args.at(-1)}". --help shows the usage.`);
  }
  if (!table) throw new CommandError('Name the table with --table. It is an output of the service stack.');
  process.env.TABLE_NAME = table;
  // An operator's connection may be slower than a function's, so each timeout is ten times as long.
  process.env.AWS_TIMEOUT_FACTOR ??= '10';
  return commands[command as keyof typeof commands]().catch((error) => {
    throw explainAwsError(error, table);
  });
}

async function issue({ label, expires }: Options): Promise<string> {
  const expiry = z.safeParse(z.optional(dateTime()), expires);
  if (!expiry.success) {
    throw new CommandError(`--expires must be a time with a zone, such as 2027-01-31T00:00:00Z, not "${expires}".`);
  }
  const { issuePlatformKey } = await import('../../lib/key/platformKeys.ts');
  return `${(await issuePlatformKey(label ?? null, expiry.data ?? null, new Date())).secret}\n`;
}

async function list(): Promise<string> {
  const { listPlatformKeys } = await import('../../lib/key/platformKeys.ts');
  const now = new Date().toISOString();
  const rows = (await listPlatformKeys()).map((key) => [
    key.id,
    key.label,
    stateOf(key, now),
    key.created,
    key.expires,
    key.last_four,
    key.last_used,
  ]);
  return textTable(['id', 'label', 'state', 'created', 'expires', 'last 4', 'last used'], rows);
}

function stateOf({ revoked, expires }: StoredKey, now: string): string {
  if (revoked) return 'revoked';
  return expires && expires <= now ? 'expired' : 'active';
}

async function revoke([id]: string[]): Promise<string> {
  if (!id) throw new CommandError('Name the key by its ID, as list prints it.');
  const { revokePlatformKey } = await import('../../lib/key/platformKeys.ts');
  const { label } = await revokePlatformKey(id, new Date());
  return `Revoked ${id}${label ? ` (${label})` : ''}. It stops working within 30 seconds.\n`;
}
