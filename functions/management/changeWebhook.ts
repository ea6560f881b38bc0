import { operation } from '../../lib/api/operation.ts';
import { changeWebhook } from '../../lib/webhook/routes.ts';
import * as settings from '../../lib/webhook/webhookSettings.ts';

export const handler = operation(changeWebhook, async ({ tenant, params, body, by, now }) => ({
  webhook: await settings.changeWebhook(tenant, params.name, body.url, by, now),
}));
