import { testKey } from '../../lib/key/routes.ts';
import { operation } from '../../lib/operation.ts';

export const handler = operation(testKey, async () => ({}));
