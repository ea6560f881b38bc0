import * as legal from '../../lib/legal/data.ts';
import { getLegal } from '../../lib/legal/routes.ts';
import { operation } from '../../lib/operation.ts';

export const handler = operation(getLegal, async ({ tenant }) => ({ legal: await legal.getLegal(tenant) }));
