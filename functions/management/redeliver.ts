import { operation } from '../../lib/api/operation.ts';
import * as deliveries from '../../lib/webhook/redeliver.ts';
import { redeliver } from '../../lib/webhook/routes.ts';

export const handler = operation(redeliver, async ({ tenant, params, by, now }) => ({
  delivery: await deliveries.redeliver(tenant, params.id, by, now),
}));
