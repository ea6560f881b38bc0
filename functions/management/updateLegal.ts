import * as legal from '../../lib/legal/data.ts';
import { updateLegal } from '../../lib/legal/routes.ts';
import { operation } from '../../lib/operation.ts';

export const handler = operation(updateLegal, async ({ tenant, body, by, now }) => ({
  legal: await legal.updateLegal(tenant, body, by, now),
}));
