import { operation } from '../../lib/api/operation.ts';
import { listKeys } from '../../lib/key/data.ts';
import { getOwnKeys } from '../../lib/key/routes.ts';

export const handler = operation(getOwnKeys, async ({ tenant, query, now }) => listKeys(tenant, 'getOwnKeys', query, now));
