import type { MiddlewareObj } from '@middy/core';
import { unauthorized } from '../errors.ts';
import { authenticate } from '../key/authenticate.ts';
import type { Call, Event } from '../operation.ts';
import type { Route } from '../route.ts';
import { headerOf } from './header.ts';

/** Lets in who holds a key of the row's kind. The tenant of the call is the key's and can't be named otherwise. */
export function keyAuth(route: Route): MiddlewareObj<Event> {
  const marking = new WeakMap<object, Promise<unknown>>();
  const settle = async ({ event }: { event: object }) => {
    await marking.get(event);
  };
  return {
    before: async ({ event }) => {
      const now = new Date();
      const key = await authenticate(route.caller, headerOf(event, 'x-api-key'), now);
      if (!key) throw unauthorized();
      if (key.marked) marking.set(event, key.marked);
      const by = { key: key.id, request_id: event.requestContext.requestId, operation: route.id };
      event.call = { tenant: key.tenant, by, now } as unknown as Call<Route>;
    },
    after: settle,
    onError: settle,
  };
}
