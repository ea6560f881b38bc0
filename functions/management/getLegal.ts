import { operation } from '../../lib/api/operation.ts';
import * as legal from '../../lib/legal/data.ts';
import { getLegal } from '../../lib/legal/routes.ts';

export const handler = operation(getLegal, async ({ tenant }) => ({ legal: await legal.getLegal(tenant) }));
