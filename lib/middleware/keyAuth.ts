import { setTimeout as sleep } from 'node:timers/promises';
import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { type Call, type Event, headerOf } from '../call.ts';
import { unauthorized } from '../errors.ts';
import { authenticate } from '../key/authenticate.ts';
import { countRequest } from '../quota/limit.ts';
import type { Route } from '../route.ts';

type Internal = { backgroundWrites: Promise<unknown>[] };

/** The longest that a response waits for background writes (last use of the key, request counts). */
const maxWaitMs = 200;

/** Authenticates the key and counts the request. The tenant always comes from the key, never from the request. */
export function keyAuth(route: Route): MiddlewareObj<Event, unknown, Error, Context, Internal> {
  const awaitBackgroundWrites = async ({ internal: { backgroundWrites = [] } }: { internal: Internal }) => {
    if (backgroundWrites.length > 0)
      await Promise.race([Promise.all(backgroundWrites), sleep(maxWaitMs, undefined, { ref: false })]);
  };
  return {
    before: async ({ event, internal }) => {
      const now = new Date();
      const key = await authenticate(route.caller, headerOf(event, 'x-api-key'), now);
      if (!key) throw unauthorized();
      const by = { key: key.id, request_id: event.requestContext.requestId, operation: route.id };
      event.call = { tenant: key.tenant, by, now } as unknown as Call<Route>;
      const limit = key.tenant && countRequest(key.tenant, key.plan, now);
      internal.backgroundWrites = [key.lastUsedWrite, limit?.report].filter((write) => write !== undefined);
      if (limit) event.rateLimit = limit.headers;
      if (limit?.error) throw limit.error;
    },
    after: awaitBackgroundWrites,
    onError: awaitBackgroundWrites,
  };
}
