import { countChange } from '../db/busiestStore.ts';
import type { TenantId } from '../db/key.ts';
import { ring } from '../webhook/doorbell.ts';
import { waitBriefly } from './backgroundWrites.ts';
import type { Middleware } from './call.ts';
import { ApiError, statusOf } from './errors.ts';
import type { WithKey } from './keyAuth.ts';
import { logFailure } from './log.ts';

type Request = { internal: Partial<WithKey>; error?: Error | null };

/** Starts the tenant's followers, after a request that may have changed an order, even if it failed. */
export const doorbell = (): Middleware<WithKey> => {
  const ringUnlessRejected = async ({ internal: { key }, error }: Request) => {
    const isRejected = error instanceof ApiError && statusOf[error.code] < 500;
    if (!key?.tenant || isRejected) return;
    const tenant = key.tenant as TenantId;
    const counted = countChange(tenant, new Date()).catch(logFailure('could not note the busiest store', { tenant }));
    await waitBriefly([ring(tenant, key.followers), counted]);
  };
  return { after: ringUnlessRejected, onError: ringUnlessRejected };
};
