import { setTimeout as sleep } from 'node:timers/promises';
import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { type Call, type Event, headerOf } from '../call.ts';
import { unauthorized } from '../errors.ts';
import { authenticate } from '../key/authenticate.ts';
import { countRequest } from '../quota/limit.ts';
import type { Route } from '../route.ts';

type Internal = { notes: Promise<unknown>[] };

/** How long a response waits, at most, for writes that run beside it: the day a key was last used, and request counts. */
const maxWaitMs = 200;

/** Authenticates the key and counts the request. The tenant always comes from the key, never from the request. */
export function keyAuth(route: Route): MiddlewareObj<Event, unknown, Error, Context, Internal> {
  const finishNotes = async ({ internal: { notes = [] } }: { internal: Internal }) => {
    if (notes.length > 0) await Promise.race([Promise.all(notes), sleep(maxWaitMs, undefined, { ref: false })]);
  };
  return {
    before: async ({ event, internal }) => {
      const now = new Date();
      const key = await authenticate(route.caller, headerOf(event, 'x-api-key'), now);
      if (!key) throw unauthorized();
      const by = { key: key.id, request_id: event.requestContext.requestId, operation: route.id };
      event.call = { tenant: key.tenant, by, now } as unknown as Call<Route>;
      const limit = key.tenant && countRequest(key.tenant, key.plan, now);
      internal.notes = [key.lastUsedWrite, limit?.report].filter((note) => note !== undefined);
      if (limit) event.rateLimit = limit.headers;
      if (limit?.error) throw limit.error;
    },
    after: finishNotes,
    onError: finishNotes,
  };
}
