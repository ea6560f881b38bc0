import { operation } from '../../lib/api/operation.ts';
import * as keys from '../../lib/key/ownKeys.ts';
import { getOwnKey } from '../../lib/key/routes.ts';

export const handler = operation(getOwnKey, async ({ tenant, by }) => keys.getOwnKey(tenant, by));
