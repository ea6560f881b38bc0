import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { awsTimeouts } from '../api/awsTimeouts.ts';
import { unavailable } from '../api/errors.ts';
import { log } from '../api/log.ts';
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

let reading: Promise<Keys> | undefined;
let readAt = 0;

/** Reads the keys once for each instance, and again to seal or if one is missing, since there may be a new one. */
async function keysWith(id?: string): Promise<Keys> {
  const keys = await (reading ?? readKeys());
  if (id !== undefined && keys.has(id)) return keys;
  return reading && Date.now() - readAt < rereadMs ? reading : readKeys();
}

function readKeys(): Promise<Keys> {
  readAt = Date.now();
  const keys = Promise.resolve(process.env.WEBHOOK_KEYS ?? fetchKeys()).then(keysIn);
  reading = keys;
  keys.catch(() => {
    reading = undefined;
  });
  return keys;
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

/**
 * Opens a stored secret; undefined if its key is lost, or if it is not what was sealed for this webhook. One that was stored before
 * secrets were sealed is returned as it is.
 */
export async function openSecret(secret: string, owner: Owner): Promise<string | undefined> {
  if (!isSealed(secret)) return secret;
  const id = keyIdOf(secret);
  const key = (await keysWith(id)).get(id);
  if (!key) {
    log('warn', { message: `the webhook key ${id} is missing`, tenant: owner.tenant, webhook: owner.name });
    return undefined;
  }
  const bytes = Buffer.from(secret.slice(id.length + 1), 'base64url');
  try {
    const decipher = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
    decipher.setAAD(ownerText(owner)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    log('error', { message: 'the secret of a webhook is damaged', tenant: owner.tenant, webhook: owner.name });
    return undefined;
  }
}

function seal(secret: string, owner: Owner, [id, key]: [string, Buffer]): string {
  const iv = randomBytes(ivBytes);
  const encryption = createCipheriv(cipher, key, iv).setAAD(ownerText(owner));
  const text = Buffer.concat([encryption.update(secret, 'utf8'), encryption.final()]);
  return `${id}.${Buffer.concat([iv, encryption.getAuthTag(), text]).toString('base64url')}`;
}

/** Seals secrets with the current key before they are stored. Keeps what it cannot open: another instance may know its key. */
export async function sealAll(secrets: WebhookItem['secrets'], owner: Owner): Promise<WebhookItem['secrets']> {
  const [current] = await keysWith();
  if (!current) throw new Error('The list of webhook keys is empty.');
  return Promise.all(
    secrets.map(async (one) => {
      if (isSealed(one.secret) && keyIdOf(one.secret) === current[0]) return one;
      const secret = await openSecret(one.secret, owner);
      if (secret === undefined) return one;
      return { ...one, secret: seal(secret, owner, current), last_four: secret.slice(-4) };
    }),
  );
}
