import { type Authenticated, authenticate } from '../key/authenticate.ts';
import type { BackgroundWrites } from './backgroundWrites.ts';
import { type Event, headerOf, type Middleware, type Requester } from './call.ts';
import { unauthorized } from './errors.ts';
import type { ServedRoute } from './route.ts';

/** The key of the request, for the middlewares that follow. */
export type WithKey = { key: Authenticated };

/** Authenticates the key. A management key's tenant is the tenant of the request. */
export const keyAuth = (route: ServedRoute): Middleware<WithKey & BackgroundWrites> => ({
  before: async ({ event, internal }) => {
    const now = new Date();
    const key = await authenticate(route.caller, headerOf(event, 'x-api-key'), now);
    if (!key) throw unauthorized();
    event.auth = { tenant: key.tenant, scopes: key.scopes, by: requesterOf(event, route, key), now };
    internal.key = key;
    if (key.lastUsedWrite) internal.backgroundWrites.push(key.lastUsedWrite);
  },
});

const requesterOf = ({ requestContext, ...event }: Event, { caller, id }: ServedRoute, key: Authenticated): Requester => ({
  caller,
  key: key.id,
  key_label: key.label,
  user: key.user,
  tenant_name: key.tenantName,
  actor: key.user,
  address: requestContext.identity?.sourceIp ?? null,
  user_agent:
    headerOf(event, 'user-agent')
      ?.replace(/\p{Cc}/gu, '')
      .slice(0, 200)
      .toWellFormed() ?? null,
  request_id: requestContext.requestId,
  operation: id,
});
