import { createHmac, randomBytes } from 'node:crypto';
import type { TenantId } from '../db/key.ts';
import { stringify } from '../values/json.ts';
import { callReceiver } from './callReceiver.ts';
import type { EventType } from './inputs.ts';
import type { WebhookItem } from './webhookItem.ts';

type Event = { type: EventType; id: string; created: string; tenant: TenantId; test?: true; data: object };
type Receiver = Pick<WebhookItem, 'secrets'> & { url: string };

const timeoutMs: Record<EventType, number> = {
  'confirm-order': 10_000,
  'calculate-shipping-rates': 4000,
  'order-changed': 10_000,
};

/** Sends an event to a receiver, signed with its current secrets. */
export function sendEvent({ url, secrets }: Receiver, event: Event, now: Date) {
  const body = stringify(event);
  return callReceiver({ url, headers: signatureHeaders(event.id, body, secrets, now), body, timeout: timeoutMs[event.type] });
}

const overlapMs = 24 * 3600_000;
const maxSecrets = 3;

/** The headers of Standard Webhooks, signed with the current secret and those replaced less than a day ago. */
function signatureHeaders(id: string, body: string, secrets: WebhookItem['secrets'], now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const valid = secrets.filter(({ replaced }) => replaced === null || now.getTime() - Date.parse(replaced) < overlapMs);
  const signatures = valid.map(({ secret }) => {
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
