import { createHmac, randomBytes } from 'node:crypto';
import type { TenantId } from '../db/key.ts';
import { stringify } from '../values/json.ts';
import { type CallResult, callReceiver } from './callReceiver.ts';
import type { EventType, WebhookName } from './inputs.ts';
import { timeoutMs } from './limits.ts';
import { openSecret } from './sealedSecrets.ts';
import type { WebhookItem } from './webhookItem.ts';

type Event = { type: EventType; id: string; created: string; tenant: TenantId; test?: true; data: object };
/** `secrets` are open, and all of them sign. Undefined if the current one cannot be opened. */
type Receiver = { url: string; secrets: string[] | undefined };

const unreadable: CallResult = {
  status: null,
  body: '',
  retryAfter: undefined,
  duration_ms: 0,
  problem: 'secret_unreadable',
};

/** Sends an event to a receiver. */
export async function sendEvent({ url, secrets }: Receiver, event: Event, now: Date): Promise<CallResult> {
  if (!secrets) return unreadable;
  const body = stringify(event);
  return callReceiver({ url, headers: signatureHeaders(event.id, body, secrets, now), body, timeout: timeoutMs[event.type] });
}

const overlapMs = 24 * 3600_000;
const maxSecrets = 3;

/** Opens the secrets that sign a call: the current one, and those replaced less than a day ago. */
export async function openSecrets(
  tenant: TenantId,
  name: WebhookName,
  { secrets }: WebhookItem,
  now: Date,
): Promise<string[] | undefined> {
  const valid = secrets.filter(({ replaced }) => replaced === null || now.getTime() - Date.parse(replaced) < overlapMs);
  const [current, ...replaced] = await Promise.all(valid.map(({ secret }) => openSecret(secret, { tenant, name })));
  return current === undefined ? undefined : [current, ...replaced.flatMap((secret) => secret ?? [])];
}

/** The headers of Standard Webhooks. */
function signatureHeaders(id: string, body: string, secrets: string[], now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

export const generateSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** Adds a new secret in front of those it replaces. */
export const withSecret = (secret: string, secrets: WebhookItem['secrets'], now: Date): WebhookItem['secrets'] => {
  const replaced = secrets.map((one) => ({ ...one, replaced: one.replaced ?? now.toISOString() }));
  return [{ secret, replaced: null }, ...replaced].slice(0, maxSecrets);
};
