import middy, { type MiddyfiedHandler } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import { recheck } from '../db/retry.ts';
import type { Sendable } from '../values/json.ts';
import { backgroundWrites } from './backgroundWrites.ts';
import type { Call, Event, Handler, OperationResponse } from './call.ts';
import { doorbell } from './doorbell.ts';
import { envelope } from './envelope.ts';
import type { ApiError } from './errors.ts';
import { keyAuth } from './keyAuth.ts';
import { keyRecheck } from './keyRecheck.ts';
import { rateLimit } from './rateLimit.ts';
import type { Route, ServedRoute } from './route.ts';
import { scopeCheck } from './scopeCheck.ts';
import { validation } from './validation.ts';

type Payload<R extends Route> = Sendable<z.output<R['payload']>>;

/** Makes the Lambda handler of a route. */
export function operation<R extends Route>(
  define: () => R,
  run: (call: Call<R>) => Promise<Payload<R> | OperationResponse<Payload<R>>>,
): Handler {
  const route: ServedRoute = define();
  const middlewares = withEnvelope(route)
    .use(backgroundWrites())
    .use(keyAuth(route))
    .use(rateLimit())
    .use(scopeCheck(route))
    .use(validation(route))
    .use(keyRecheck(route));
  if (route.changesOrders) middlewares.use(doorbell());
  return handlerBehind(middlewares, ({ call, recheckKey }) => {
    const work = () => run(call as Call<R>);
    return recheckKey ? recheck.run(recheckKey, work) : work();
  });
}

export const withEnvelope = (route: Parameters<typeof envelope>[0]) =>
  middy<Event>({ timeoutEarlyInMillis: 0 }).use(envelope(route));

/** The envelope turns the result of `run` into the gateway's response. */
export function handlerBehind<I extends Record<string, unknown>>(
  middlewares: MiddyfiedHandler<Event, unknown, Error, Context, I>,
  run: (event: Event) => unknown,
): Handler {
  const handler = middlewares.handler(run);
  return async (event, context) => (await handler(event, context as Context)) as APIGatewayProxyResult;
}

/** Makes a handler that has no route and needs no key. */
export const publicHandler = (id: string, run: (event: APIGatewayProxyEvent) => unknown): Handler =>
  handlerBehind(withEnvelope({ id, status: 200 }), run);

/** Makes a handler that always returns an error. */
export const errorHandler = (id: string, decide: (event: APIGatewayProxyEvent) => ApiError): Handler =>
  publicHandler(id, (event) => {
    throw decide(event);
  });
