import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { CommandError, errorText } from '../../apps/ops/commandError.ts';
import { table as textTable } from '../../apps/ops/textTable.ts';
import type { StoredKey } from '../../lib/key/storedKey.ts';
import { futureTime } from '../../lib/values/fields.ts';
import { explainAwsError } from './awsErrors.ts';
import { useLongTimeouts, useTable } from './main.ts';

const help = `Manages platform keys in the table of a deployment, because the API does not issue them.

  npm run platform-key -- --table NAME [--label TEXT] [--expires TIME]   issues a key and prints it; it cannot be shown again
  npm run platform-key -- list --table NAME                              lists all keys, newest first
  npm run platform-key -- revoke KEY --table NAME                        revokes a key; it stops working within 30 seconds

  --table    the table of the deployment, an output of the service stack
  --label    what the key is for
  --expires  when the key expires, such as 2027-01-31T00:00:00Z, or never; one year from now by default

Issuing and revoking a key adds an entry with your AWS principal to the audit log. Uses the credentials and region of your AWS
profile. Set AWS_ENDPOINT_URL_DYNAMODB to use a local database.
`;

type Options = { table?: string; label?: string; expires?: string; help?: boolean };

const options = {
  table: { type: 'string' },
  label: { type: 'string' },
  expires: { type: 'string' },
  help: { type: 'boolean' },
} as const;

const yearMs = 365 * 24 * 3600_000;

/** Imported late, because loading it connects to the table given on the command line. */
const principal = async () => (await import('./principal.ts')).awsPrincipal();

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
  useLongTimeouts();
  useTable(table);
  return commands[command as keyof typeof commands]().catch((error) => {
    throw explainAwsError(error, table);
  });
}

async function issue({ label, expires }: Options): Promise<string> {
  const now = new Date();
  const wanted = { label: label || null, expires: expiryOf(expires, now) };
  const { issuePlatformKey } = await import('../../lib/key/platformKeys.ts');
  return `${(await issuePlatformKey(wanted, await principal(), now)).secret}\n`;
}

function expiryOf(given: string | undefined, now: Date): string | null {
  if (given === undefined) return new Date(now.getTime() + yearMs).toISOString();
  if (given === 'never') return null;
  const { data, error } = z.safeParse(futureTime(), given);
  if (data !== undefined) return data;
  const isPast = error?.issues.some(({ message }) => message.includes('future'));
  const rule = isPast ? 'in the future' : 'a time with a zone, such as 2027-01-31T00:00:00Z, or never';
  throw new CommandError(`--expires must be ${rule}, not "${given}".`);
}

async function list(): Promise<string> {
  const { findPlatformKeys } = await import('../../lib/key/platformKeys.ts');
  const now = new Date().toISOString();
  const rows = (await findPlatformKeys()).map((key) => [
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
  if (!id) throw new CommandError('Specify the key by its ID, as shown by list.');
  const { commandAuthor, revokePlatformKey } = await import('../../lib/key/platformKeys.ts');
  const author = commandAuthor('revokePlatformKey', await principal());
  const { label } = await revokePlatformKey(id, author, new Date());
  return `Revoked ${id}${label ? ` (${label})` : ''}. It stops working within 30 seconds.\n`;
}
