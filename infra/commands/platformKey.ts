import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import type { StoredKey } from '../../lib/key/storedKey.ts';
import { dateTime } from '../../lib/values/fields.ts';
import { Fault, told } from '../fault.ts';
import { explained } from './awsFault.ts';
import { table as columns } from './ops/table.ts';

const help = `The keys of the platform interface, which no interface issues: straight in the table of a deployment.

  npm run platform-key -- --table NAME [--label TEXT] [--expires TIME]   issues one and shows it, once
  npm run platform-key -- list --table NAME                              shows what there is, newest first
  npm run platform-key -- revoke KEY --table NAME                        ends one; within 30 seconds it opens nothing

  --table    the table of the deployment (an output of the service stack)
  --label    what the key is for
  --expires  when it ends, like 2027-01-31T00:00:00Z; without it, never

The credentials and region are those of your AWS profile; AWS_ENDPOINT_URL_DYNAMODB names a local database.
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
  process.stdout.write(values.help ? help : await perform(values, positionals));
} catch (error) {
  process.stderr.write(told(error));
  process.exitCode = 1;
}

async function perform({ table, ...given }: Options, [command = 'issue', ...words]: string[]): Promise<string> {
  const commands = { issue: () => issue(given), list, revoke: () => revoke(words) };
  if (!(command in commands)) throw new Fault(`There is no command ${command}; --help tells which there are.`);
  if (words.length > (command === 'revoke' ? 1 : 0))
    throw new Fault(`${words.at(-1)} is one word too many; --help tells more.`);
  if (!table) throw new Fault('Name the table with --table; --help tells more.');
  process.env.TABLE_NAME = table;
  // A function stands beside the table; an operator may be far from it, on any line.
  process.env.AWS_TIMEOUT_FACTOR ??= '10';
  return commands[command as keyof typeof commands]().catch((error) => {
    throw explained(error, table);
  });
}

async function issue({ label, expires }: Options): Promise<string> {
  const until = z.safeParse(z.optional(dateTime()), expires);
  if (!until.success) throw new Fault('--expires must be RFC 3339 with a zone, like 2027-01-31T00:00:00Z.');
  const { issuePlatformKey } = await import('../../lib/key/data.ts');
  return `${(await issuePlatformKey(label ?? null, until.data ?? null, new Date())).secret}\n`;
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
    `…${key.last_four}`,
    key.last_used,
  ]);
  return columns(['id', 'label', 'state', 'created', 'expires', 'ends in', 'last used'], rows);
}

function stateOf({ revoked, expires }: StoredKey, now: string): string {
  if (revoked) return 'revoked';
  return expires && expires <= now ? 'expired' : 'active';
}

async function revoke([id]: string[]): Promise<string> {
  if (!id) throw new Fault('Name the key by its id, as `list` shows it.');
  const { revokePlatformKey } = await import('../../lib/key/platformKeys.ts');
  const { label } = await revokePlatformKey(id, new Date());
  return `${id}${label ? ` (${label})` : ''} is revoked. Within 30 seconds it opens nothing any more.\n`;
}
