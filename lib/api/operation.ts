import middy from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { Sendable } from '../values/json.ts';
import type { Answer, Call, Event, Handler } from './call.ts';
import { envelope } from './envelope.ts';
import type { ApiError } from './errors.ts';
import { keyAuth } from './keyAuth.ts';
import type { Route, ServedRoute } from './route.ts';
import { validation } from './validation.ts';

type Payload<R extends Route> = Sendable<z.output<R['payload']>>;

/** Makes the Lambda handler of a route. */
export function operation<R extends Route>(
  row: () => R,
  run: (call: Call<R>) => Promise<Payload<R> | Answer<Payload<R>>>,
): Handler {
  const route: ServedRoute = row();
  return withEnvelope(route)
    .use(keyAuth(route))
    .use(validation(route))
    .handler((event: Event<R>) => run(event.call)) as unknown as Handler;
}

const withEnvelope = (route: Parameters<typeof envelope>[0]) => middy({ timeoutEarlyInMillis: 0 }).use(envelope(route));

/** Starts a handler that has no route and needs no key. */
export const publicHandler = (id: string) => withEnvelope({ id, status: 200 });

/** Makes a handler that always returns an error. */
export const errorHandler = (id: string, decide: (event: APIGatewayProxyEvent) => ApiError): Handler =>
  publicHandler(id).handler((event: Event) => {
    throw decide(event);
  }) as unknown as Handler;
