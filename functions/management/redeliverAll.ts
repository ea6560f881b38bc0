import { operation } from '../../lib/api/operation.ts';
import * as deliveries from '../../lib/webhook/redeliver.ts';
import { redeliverAll } from '../../lib/webhook/routes.ts';

export const handler = operation(redeliverAll, ({ tenant, body, by, now }) => deliveries.redeliverAll(tenant, body, by, now));
