import { operation } from '../../lib/api/operation.ts';
import { getWebhooks } from '../../lib/webhook/routes.ts';
import * as settings from '../../lib/webhook/webhookSettings.ts';

export const handler = operation(getWebhooks, async ({ tenant, now }) => ({
  webhooks: await settings.getWebhooks(tenant, now),
}));
