import type { TenantId } from '../db/key.ts';
import { stringify } from '../values/json.ts';
import { callReceiver } from './call.ts';
import type { WebhookItem, WebhookName } from './schema.ts';
import { signed } from './sign.ts';

type Event = { type: WebhookName; id: string; created: string; tenant: TenantId; test?: true; data: object };
type Receiver = Pick<WebhookItem, 'secrets'> & { url: string };

/** How long a call may take in all. */
const timeoutOf: Record<WebhookName, number> = { 'confirm-order': 10_000, 'calculate-shipping-rates': 4000 };

/** Sends an event to the receiver of a webhook, signed with the secrets that it has now. */
export function sendEvent({ url, secrets }: Receiver, event: Event, now: Date) {
  const body = stringify(event);
  return callReceiver({ url, headers: signed(event.id, body, secrets, now), body, timeout: timeoutOf[event.type] });
}
