import { operation } from '../../lib/api/operation.ts';
import { changeFollower } from '../../lib/webhook/followers.ts';
import { isFollower } from '../../lib/webhook/inputs.ts';
import { changeWebhook } from '../../lib/webhook/routes.ts';
import * as settings from '../../lib/webhook/webhookSettings.ts';

export const handler = operation(changeWebhook, async ({ tenant, params: { name }, body, by, now }) => ({
  webhook: isFollower(name)
    ? await changeFollower(tenant, name, body, by, now)
    : await settings.changeWebhook(tenant, name, body, by, now),
}));
