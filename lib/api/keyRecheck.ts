import { authenticateAgain } from '../key/authenticate.ts';
import type { BackgroundWrites } from './backgroundWrites.ts';
import { type Event, headerOf, type Middleware } from './call.ts';
import { unauthorized } from './errors.ts';
import type { WithKey } from './keyAuth.ts';
import type { ServedRoute } from './route.ts';
import { mustAllow } from './scopeCheck.ts';

/**
 * Reads a cached key again right before a write that would outlive it, and any key before each retry of that write. The write
 * goes by what the key may do now; a retry checks again only whether the key may call the operation.
 */
export const keyRecheck = (route: ServedRoute): Middleware<WithKey & BackgroundWrites> => ({
  before: ({ event, internal: { key, backgroundWrites } }) => {
    if (!route.outlivesKey) return;
    const call = event.call as NonNullable<Event['call']>;
    event.recheckKey = async () => {
      const again = await authenticateAgain(route.caller, headerOf(event, 'x-api-key'), new Date());
      if (!again) throw unauthorized();
      mustAllow(again, route);
      call.scopes = again.scopes;
      if (again.lastUsedWrite) backgroundWrites.push(again.lastUsedWrite);
    };
    return key.isCached ? event.recheckKey() : undefined;
  },
});
