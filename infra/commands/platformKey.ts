import * as z from 'zod/mini';
import { CommandError } from '../../apps/ops/commandError.ts';
import { table as textTable } from '../../apps/ops/textTable.ts';
import { type KeySecret, newSecret, unusedMs } from '../../lib/key/checksumSecrets.ts';
import { keyLabel } from '../../lib/key/inputs.ts';
import {
  changeSecrets,
  commandAuthor,
  findPlatformKeys,
  issuePlatformKey,
  revokePlatformKey,
} from '../../lib/key/platformKeys.ts';
import { isListed, type StoredKey } from '../../lib/key/storedKey.ts';
import { futureTime } from '../../lib/values/fields.ts';
import { main, useTable, type Values } from './main.ts';
import { awsPrincipal } from './principal.ts';

const help = `Manages platform keys in the table of a deployment, because the API does not issue them.

  npm run platform-key -- --table NAME [--label TEXT] [--expires TIME]   issues a key and prints it; it cannot be shown again
  npm run platform-key -- list --table NAME                              lists all keys, newest first
  npm run platform-key -- revoke KEY --table NAME                        revokes a key; it stops working within 30 seconds
  npm run platform-key -- new-secret --table NAME                        replaces the secret that makes keys; all keys keep working
  npm run platform-key -- drop-secrets --table NAME                      drops replaced secrets; keys made with them stop working

  --table    the table of the deployment, an output of the service stack
  --label    what the key is for
  --expires  when the key expires, such as 2027-01-31T00:00:00Z, or never; one year from now by default

Every change adds an entry with your AWS principal to the audit log. Uses the credentials and region of your AWS
profile. Set AWS_ENDPOINT_URL_DYNAMODB to use a local database.
`;

const options = { table: { type: 'string' }, label: { type: 'string' }, expires: { type: 'string' } } as const;
type Options = Values<typeof options>;

const yearMs = 365 * 24 * 3600_000;

await main(help, options, run, { acceptsWords: true });

async function run({ table, ...given }: Options, [command = 'issue', ...args]: string[]): Promise<void> {
  const commands = {
    issue: () => issue(given),
    list,
    revoke: () => revoke(args),
    'new-secret': addSecret,
    'drop-secrets': dropSecrets,
  };
  if (!Object.hasOwn(commands, command))
    throw new CommandError(`Unknown command "${command}". Use one of: ${Object.keys(commands).join(', ')}.`);
  if (args.length > (command === 'revoke' ? 1 : 0)) {
    throw new CommandError(`Unexpected argument "${args.at(-1)}". --help shows the usage.`);
  }
  if (command !== 'issue' && (given.label ?? given.expires) !== undefined)
    throw new CommandError(`--label and --expires are for new keys, so ${command} takes neither.`);
  if (!table) throw new CommandError('Pass the table with --table. It is an output of the service stack.');
  useTable(table);
  process.stdout.write(await commands[command as keyof typeof commands]());
}

async function issue({ label, expires }: Omit<Options, 'table'>): Promise<string> {
  const now = new Date();
  const problem = label ? z.safeParse(keyLabel(), label).error?.issues[0]?.message : undefined;
  if (problem) throw new CommandError(`--label ${problem}.`);
  const wanted = { label: label || null, expires: expiryOf(expires, now) };
  return `${(await issuePlatformKey(wanted, await awsPrincipal(), now)).secret}\n`;
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
  const time = new Date();
  const now = time.toISOString();
  const rows = (await findPlatformKeys())
    .filter((key) => isListed(key, time))
    .map((key) => [key.id, key.label, stateOf(key, now), key.created, key.expires, key.last_four, key.last_used]);
  return textTable(['id', 'label', 'state', 'created', 'expires', 'last 4', 'last used'], rows);
}

function stateOf({ revoked, expires }: StoredKey, now: string): string {
  if (revoked) return 'revoked';
  return expires && expires <= now ? 'expired' : 'active';
}

async function revoke([id]: string[]): Promise<string> {
  if (!id) throw new CommandError('Pass the ID of the key, as shown by list.');
  const author = commandAuthor('revokePlatformKey', await awsPrincipal());
  const { label } = await revokePlatformKey(id, author, new Date());
  return `Revoked ${id}${label ? ` (${label})` : ''}. It stops working within 30 seconds.\n`;
}

/** When keys are first made with a secret that was stored at this time. */
function firstUse(stored: string): string {
  return new Date(Date.parse(stored) + unusedMs).toISOString();
}

async function addSecret(): Promise<string> {
  const [now, author] = [new Date(), commandAuthor('replaceKeySecret', await awsPrincipal())];
  const added = newSecret(now);
  await changeSecrets(author, now, (secrets) => {
    if (secrets.length === 0)
      throw new CommandError('There is no secret to replace yet. Issuing the first platform key makes one.');
    return [...secrets, added];
  });
  return `Keys issued from ${firstUse(added.stored)} on are made with a new secret. Older keys keep working.\n`;
}

async function dropSecrets(): Promise<string> {
  const [now, author] = [new Date(), commandAuthor('dropKeySecrets', await awsPrincipal())];
  const [kept] = await changeSecrets(author, now, (secrets) => {
    const newest = secrets.at(-1);
    if (!newest || secrets.length === 1) throw new CommandError('No secret was replaced, so there is nothing to drop.');
    // A request that began before the first use may still issue a key with the old secret.
    const safe = new Date(Date.parse(newest.stored) + 2 * unusedMs);
    if (now < safe) throw new CommandError(`The old secret may still be in use. Try again after ${safe.toISOString()}.`);
    return [newest];
  });
  const before = firstUse((kept as KeySecret).stored);
  return `Keys issued before ${before} stop working everywhere within six minutes.\n`;
}
