import { callReceiver } from './call.ts';
import type { WebhookItem, WebhookName } from './schema.ts';
import { signed } from './sign.ts';

/** How long a call may take in all. */
const timeoutOf: Record<WebhookName, number> = { 'confirm-order': 10_000, 'calculate-shipping-rates': 4000 };

type Receiver = Pick<WebhookItem, 'secrets'> & { url: string };

/** Sends an event to the receiver of a webhook, signed with the secrets that it has now. */
export const sendEvent = (name: WebhookName, { url, secrets }: Receiver, id: string, body: string, now: Date) =>
  callReceiver({ url, headers: signed(id, body, secrets, now), body, timeout: timeoutOf[name] });
