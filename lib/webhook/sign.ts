import { createHmac, randomBytes } from 'node:crypto';
import type { WebhookItem } from './schema.ts';

const overlap = 24 * 3600_000;

export const drawSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** The headers of Standard Webhooks, signed with the present secret and with those replaced less than a day ago. */
export function signed(id: string, body: string, secrets: WebhookItem['secrets'], now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const valid = secrets.filter(({ replaced }) => replaced === null || now.getTime() - Date.parse(replaced) < overlap);
  const signatures = valid.slice(0, 3).map(({ secret }) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** A new secret before those that it replaces. */
export const withSecret = (secret: string, secrets: WebhookItem['secrets'], now: Date): WebhookItem['secrets'] => {
  const replaced = secrets.map((one) => ({ ...one, replaced: one.replaced ?? now.toISOString() }));
  return [{ secret, replaced: null }, ...replaced].slice(0, 3);
};
