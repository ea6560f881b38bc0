import { unavailable } from '../lib/api/errors.ts';
import { publicHandler } from '../lib/api/operation.ts';
import { find } from '../lib/db/read.ts';

/** Checks that the service can read its database. The item need not exist. */
export const handler = publicHandler('health', async () => {
  await find('ten_health', 'HEALTH').catch((error) => {
    throw unavailable(error);
  });
  return { status: 'ok' };
});
