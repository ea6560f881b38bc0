import { countRequest } from '../quota/countRequest.ts';
import type { BackgroundWrites } from './backgroundWrites.ts';
import type { Auth, Middleware } from './call.ts';
import type { WithKey } from './keyAuth.ts';

/** Counts the request against the quota of its tenant. */
export const rateLimit = (): Middleware<WithKey & BackgroundWrites> => ({
  before: ({ event, internal: { key, backgroundWrites } }) => {
    const limit = key.tenant && countRequest(key.tenant, key.plan, (event.auth as Auth).now);
    if (!limit) return;
    event.countResponse = limit.countResponse;
    if (limit.report) backgroundWrites.push(limit.report);
    if (limit.error) throw limit.error;
  },
});
