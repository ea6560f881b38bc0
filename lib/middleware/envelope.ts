import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { Refusal, statusOf } from '../errors.ts';
import { log } from '../log.ts';
import { Answer, type Event } from '../operation.ts';
import type { Route } from '../route.ts';
import { etag } from '../version.ts';

type Shape = Pick<Route, 'id' | 'caller' | 'status' | 'versioned'>;
type Payload = Record<string, unknown> & { next_cursor?: string | null };

/** Outermost: whatever happens inside leaves in the one shape of its interface, and in one line of the log. */
export function envelope(route: Shape): MiddlewareObj<Event, unknown> {
  const started = new WeakMap<object, number>();
  return {
    before: ({ event }) => {
      started.set(event, performance.now());
    },
    after: (request) => {
      const answer = request.response;
      const { payload, status, replayed } = answer instanceof Answer ? answer : new Answer(answer as Payload, {});
      const body = route.caller === 'platform' ? { result: 'success', payload } : { payload };
      const headers = { ...versionOf(route, payload), ...linkOf(request.event, payload), ...replay(replayed) };
      finish(request, status ?? route.status, headers, body);
    },
    onError: (request) => {
      const { error, event } = request;
      const refusal = error instanceof Refusal ? error : internal(error);
      const { code, message: description, details, headers } = refusal;
      const request_id = event.requestContext.requestId;
      finish(request, statusOf[code], headers, { result: 'error', description, code, request_id, ...details }, refusal);
    },
  };

  function finish(
    request: { event: Event; response: unknown },
    statusCode: number,
    headers: Record<string, string>,
    body: object,
    refusal?: Refusal,
  ) {
    const { event } = request;
    request.response = answerOf(event.requestContext.requestId, statusCode, headers, body);
    const duration_ms = Math.round((performance.now() - (started.get(event) ?? 0)) * 10) / 10;
    log({ event, operation: route.id, status: statusCode, duration_ms, refusal });
  }
}

export function answerOf(id: string, statusCode: number, headers: Record<string, string>, body: object): APIGatewayProxyResult {
  return {
    statusCode,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', 'X-Request-Id': id, ...headers },
    body: JSON.stringify(body),
  };
}

const internal = (cause: unknown) =>
  new Refusal('internal_error', 'Something went wrong on our side. The request_id helps us to find it.', { cause });

function versionOf({ versioned }: Shape, payload: Payload): Record<string, string> {
  const thing = versioned && (payload[versioned] as { version: number });
  return thing ? { ETag: etag(thing.version) } : {};
}

function linkOf({ requestContext, path, queryStringParameters }: Event, { next_cursor }: Payload): Record<string, string> {
  if (!next_cursor) return {};
  const limit = queryStringParameters?.limit;
  const query = new URLSearchParams({ ...(limit && { limit }), cursor: next_cursor });
  return { Link: `<${requestContext.path ?? path}?${query}>; rel="next"` };
}

const replay = (replayed: boolean): Record<string, string> => (replayed ? { 'Idempotent-Replayed': 'true' } : {});
