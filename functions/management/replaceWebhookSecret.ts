import { operation } from '../../lib/api/operation.ts';
import { replaceWebhookSecret } from '../../lib/webhook/routes.ts';
import * as settings from '../../lib/webhook/webhookSettings.ts';

export const handler = operation(replaceWebhookSecret, async ({ tenant, params, by, now }) => ({
  secret: await settings.replaceSecret(tenant, params.name, by, now),
}));
