import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { unauthorized } from '../errors.ts';
import { authenticate } from '../key/authenticate.ts';
import type { Call, Event } from '../operation.ts';
import type { Route } from '../route.ts';
import { headerOf } from './header.ts';

type Internal = { marked: Promise<unknown> | undefined };

/** Lets in who holds a key of the row's kind. The tenant of the call is the key's and can't be named otherwise. */
export function keyAuth(route: Route): MiddlewareObj<Event, unknown, Error, Context, Internal> {
  const settle = async ({ internal }: { internal: Internal }) => {
    await internal.marked;
  };
  return {
    before: async ({ event, internal }) => {
      const now = new Date();
      const key = await authenticate(route.caller, headerOf(event, 'x-api-key'), now);
      if (!key) throw unauthorized();
      internal.marked = key.marked;
      const by = { key: key.id, request_id: event.requestContext.requestId, operation: route.id };
      event.call = { tenant: key.tenant, by, now } as unknown as Call<Route>;
    },
    after: settle,
    onError: settle,
  };
}
