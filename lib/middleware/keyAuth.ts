import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { type Call, type Event, headerOf } from '../call.ts';
import { unauthorized } from '../errors.ts';
import { authenticate } from '../key/authenticate.ts';
import type { Route } from '../route.ts';

type Internal = { lastUsedWrite: Promise<unknown> | undefined };

/** Authenticates the key. The tenant always comes from the key, never from the request. */
export function keyAuth(route: Route): MiddlewareObj<Event, unknown, Error, Context, Internal> {
  const finishWrite = async ({ internal }: { internal: Internal }) => {
    await internal.lastUsedWrite;
  };
  return {
    before: async ({ event, internal }) => {
      const now = new Date();
      const key = await authenticate(route.caller, headerOf(event, 'x-api-key'), now);
      if (!key) throw unauthorized();
      internal.lastUsedWrite = key.lastUsedWrite;
      const by = { key: key.id, request_id: event.requestContext.requestId, operation: route.id };
      event.call = { tenant: key.tenant, by, now } as unknown as Call<Route>;
    },
    after: finishWrite,
    onError: finishWrite,
  };
}
