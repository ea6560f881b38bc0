import { operation } from '../../lib/operation.ts';
import { testWebhook } from '../../lib/webhook/routes.ts';
import { sendSample } from '../../lib/webhook/testCall.ts';

export const handler = operation(testWebhook, async ({ tenant, params, now }) => ({
  test: await sendSample(tenant, params.name, now),
}));
