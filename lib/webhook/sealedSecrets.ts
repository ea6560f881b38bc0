import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { awsTimeouts } from '../api/awsTimeouts.ts';
import { unavailable } from '../api/errors.ts';
import { isTemporary } from '../db/client.ts';
import type { TenantId } from '../db/key.ts';
import type { WebhookName } from './inputs.ts';
import type { WebhookItem } from './webhookItem.ts';

/** The webhook that a secret belongs to. Sealed, it can be opened for no other. */
type Owner = { tenant: TenantId; name: WebhookName };

/** The keys of the deployment by ID, the current one first. They are never in the table. */
type Keys = ReadonlyMap<string, Buffer>;

const cipher = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];
const rereadMs = 10_000;

let known: { keys: Keys; readAt: number } | undefined;

/** Reads the keys once for each instance, and again if one is missing, since it may be new. */
async function keysWith(id?: string): Promise<Keys> {
  const isMissing = !known || (id !== undefined && !known.keys.has(id) && Date.now() - known.readAt >= rereadMs);
  if (isMissing) known = { keys: keysIn(process.env.WEBHOOK_KEYS ?? (await fetchKeys())), readAt: Date.now() };
  return (known as NonNullable<typeof known>).keys;
}

/** The text has the current key first, then former keys. */
const keysIn = (text: string): Keys =>
  new Map(
    text.split(/\s+/).flatMap((part) => {
      if (part === '') return [];
      const key = Buffer.from(hkdfSync('sha256', part, '', 'webhook secrets', 32));
      return [[createHash('sha256').update(key).digest('base64url').slice(0, 8), key]];
    }),
  );

/** Loads the client on first use: few functions need it. */
async function fetchKeys(): Promise<string> {
  const SecretId = process.env.WEBHOOK_KEYS_NAME;
  if (!SecretId)
    throw new Error('There is no webhook key. On AWS, WEBHOOK_KEYS_NAME names it; elsewhere, it is in WEBHOOK_KEYS.');
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const client = new SecretsManagerClient(awsTimeouts());
  const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId })).catch((error) => {
    throw isTemporary(error) ? unavailable(error) : error;
  });
  return SecretString;
}

const isSealed = (secret: string) => !secret.startsWith('whsec_');
const keyIdOf = (sealed: string) => sealed.split('.')[0] as string;
const ownerText = ({ tenant, name }: Owner) => Buffer.from(`${tenant} ${name}`);

/** Opens a stored secret. One that was stored before secrets were sealed is returned as it is. */
export async function openSecret(secret: string, owner: Owner): Promise<string> {
  if (!isSealed(secret)) return secret;
  const id = keyIdOf(secret);
  const key = (await keysWith(id)).get(id);
  if (!key) throw new Error(`The webhook key ${id}, which sealed the secret of ${ownerText(owner)}, is missing.`);
  const bytes = Buffer.from(secret.slice(id.length + 1), 'base64url');
  const decipher = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(ownerText(owner)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

function seal(secret: string, owner: Owner, [id, key]: [string, Buffer]): string {
  const iv = randomBytes(ivBytes);
  const encryption = createCipheriv(cipher, key, iv, { authTagLength: tagBytes }).setAAD(ownerText(owner));
  const text = Buffer.concat([encryption.update(secret, 'utf8'), encryption.final()]);
  return `${id}.${Buffer.concat([iv, encryption.getAuthTag(), text]).toString('base64url')}`;
}

/** Seals secrets with the current key before they are stored. Drops replaced ones whose key is lost. */
export async function sealAll(secrets: WebhookItem['secrets'], owner: Owner): Promise<WebhookItem['secrets']> {
  const keys = await keysWith();
  const [current] = keys;
  if (!current) throw new Error('The list of webhook keys is empty.');
  const kept = secrets.filter(({ secret, replaced }) => replaced === null || !isSealed(secret) || keys.has(keyIdOf(secret)));
  return Promise.all(
    kept.map(async (one) => {
      const id = isSealed(one.secret) && keyIdOf(one.secret);
      if (id && (id === current[0] || !keys.has(id))) return one;
      const secret = await openSecret(one.secret, owner);
      return { ...one, secret: seal(secret, owner, current), last_four: secret.slice(-4) };
    }),
  );
}
