import { operation } from '../../lib/api/operation.ts';
import { testKey } from '../../lib/key/routes.ts';

export const handler = operation(testKey, async () => ({}));
