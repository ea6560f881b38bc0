import { operation } from '../../lib/api/operation.ts';
import { getWebhook } from '../../lib/webhook/routes.ts';
import * as settings from '../../lib/webhook/webhookSettings.ts';

export const handler = operation(getWebhook, async ({ tenant, params, now }) => ({
  webhook: await settings.getWebhook(tenant, params.name, now),
}));
