import { randomBytes } from 'node:crypto';
import { unavailable } from '../api/errors.ts';
import { find, findMany } from '../db/read.ts';
import { setIf } from '../db/write.ts';
import { isRecent, type ReadTime, readTime } from './readTime.ts';
import { isMadeWith, type Token } from './token.ts';

/** Makes the checksums of keys. `stored` is a time. */
export type KeySecret = { secret: string; stored: string };
type Known = { secrets: readonly KeySecret[]; read: ReadTime };

/** The item that every function reads when it warms up, and its partition. */
export const secretsItem = ['T#WARM', 'WARM'] as const;

const rereadMs = 10_000;
/** The keys of a dropped secret stop working after this time plus that of the key cache. */
const trustedMs = 5 * 60_000;
/** Every instance rereads unknown secrets sooner than this, so a new secret is known everywhere before it makes a key. */
export const unusedMs = 60_000;

let known: Known | undefined;

/** Reads the secrets, oldest first. Uses the command that checks the key, so that every role may make this call. */
export async function readSecrets(caller: Token['caller'], now: Date): Promise<Known> {
  const [partition, sk] = secretsItem;
  const read = readTime(now);
  const item = await (caller === 'management'
    ? findMany<{ secrets?: KeySecret[] }>(partition, [sk]).then((items) => items.get(sk))
    : find<{ secrets?: KeySecret[] }>(partition, sk));
  return { secrets: item?.secrets ?? [], read };
}

export function keepSecrets(secrets: Known | undefined): void {
  known = secrets;
}

/**
 * Whether this deployment made the key. Valid keys cost one read in five minutes. Forged keys cost at most one read in ten seconds,
 * and never a read of a tenant's items.
 */
export async function isGenuine(token: string, caller: Token['caller'], now: Date): Promise<boolean> {
  const isMadeHere = ({ secret }: KeySecret) => isMadeWith(token, secret);
  if (known?.secrets.some(isMadeHere) && isRecent(known.read, trustedMs, now)) return true;
  // The first secret makes keys at once. Until it is stored, there are none to protect from a read per request.
  if (known && known.secrets.length > 0 && isRecent(known.read, rereadMs, now)) return false;
  known = await readSecrets(caller, now);
  return known.secrets.some(isMadeHere);
}

/** The secret that makes new keys. Every key is issued with a platform key, or with a key that one has issued, so there is one. */
export async function currentSecret(caller: Token['caller'], now: Date): Promise<string> {
  const secret = await findSecret(caller, now);
  if (secret === undefined) throw unavailable();
  return secret;
}

/** The newest secret that every instance knows. Undefined before the first platform key. */
async function findSecret(caller: Token['caller'], now: Date): Promise<string | undefined> {
  if (!known || known.secrets.length === 0 || !isRecent(known.read, unusedMs, now)) known = await readSecrets(caller, now);
  const { secrets } = known;
  return (secrets.findLast(({ stored }) => isUsed(stored, now)) ?? secrets[0])?.secret;
}

/** Whether a secret was stored long enough ago to make keys. */
const isUsed = (stored: string, now: Date): boolean => now.getTime() - Date.parse(stored) >= unusedMs;

export const newSecret = (now: Date): KeySecret => ({
  secret: randomBytes(32).toString('base64url'),
  stored: now.toISOString(),
});

/** The secret for a platform key. The first key stores the first secret. */
export async function firstSecret(now: Date): Promise<string> {
  const secret = await findSecret('platform', now);
  if (secret !== undefined) return secret;
  await setIf(...secretsItem, { secrets: [newSecret(now)] }, { expression: 'attribute_not_exists(#secrets)' });
  return currentSecret('platform', now);
}
