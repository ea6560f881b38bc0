import { operation } from '../../lib/api/operation.ts';
import { getKeys } from '../../lib/key/routes.ts';
import * as keys from '../../lib/key/tenantKeys.ts';

export const handler = operation(getKeys, async ({ params, query, now }) => keys.getKeys(params.id, query, now));
