import { setTimeout as sleep } from 'node:timers/promises';
import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { type Authenticated, authenticate } from '../key/authenticate.ts';
import { includesScope, insufficientScope, type KeyScope } from '../key/scopes.ts';
import { countRequest } from '../quota/limit.ts';
import { type Author, type Call, type Event, headerOf } from './call.ts';
import { unauthorized } from './errors.ts';
import type { ServedRoute } from './route.ts';

type Internal = { backgroundWrites: Promise<unknown>[] };

/** The longest that a response waits for background writes (last use of the key, request counts). */
const maxWaitMs = 200;

function whoMade({ requestContext, ...event }: Event, { caller, id }: ServedRoute, key: Authenticated): Author {
  return {
    caller,
    key: key.id,
    key_label: key.label,
    tenant_name: key.tenantName,
    actor: null,
    address: requestContext.identity?.sourceIp ?? null,
    user_agent: headerOf(event, 'user-agent')?.slice(0, 200).toWellFormed() ?? null,
    request_id: requestContext.requestId,
    operation: id,
  };
}

const lacksScope = (required: KeyScope) =>
  insufficientScope(
    required,
    `This operation needs a key with the scope ${required}. Use another key, or issue one with that scope.`,
  );

/** Authenticates the key, counts the request and checks the key's scopes. The tenant always comes from the key, never from the request. */
export function keyAuth(route: ServedRoute): MiddlewareObj<Event, unknown, Error, Context, Internal> {
  const awaitBackgroundWrites = async ({ internal: { backgroundWrites = [] } }: { internal: Internal }) => {
    if (backgroundWrites.length > 0)
      await Promise.race([Promise.all(backgroundWrites), sleep(maxWaitMs, undefined, { ref: false })]);
  };
  return {
    before: async ({ event, internal }) => {
      const now = new Date();
      const key = await authenticate(route.caller, headerOf(event, 'x-api-key'), now);
      if (!key) throw unauthorized();
      event.call = { tenant: key.tenant, by: whoMade(event, route, key), now } as unknown as Call<ServedRoute>;
      const limit = key.tenant && countRequest(key.tenant, key.plan, now);
      internal.backgroundWrites = [key.lastUsedWrite, limit?.report].filter((write) => write !== undefined);
      if (limit) event.rateLimit = limit.headers;
      if (limit?.error) throw limit.error;
      if (route.scope && !includesScope(key.scopes, route.scope)) throw lacksScope(route.scope);
    },
    after: awaitBackgroundWrites,
    onError: awaitBackgroundWrites,
  };
}
