import { operation } from '../../lib/api/operation.ts';
import * as legal from '../../lib/legal/data.ts';
import { updateLegal } from '../../lib/legal/routes.ts';

export const handler = operation(updateLegal, async ({ tenant, body, by, now }) => ({
  legal: await legal.updateLegal(tenant, body, by, now),
}));
