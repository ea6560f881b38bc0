import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { ApiError, statusOf } from '../errors.ts';
import { logRequest } from '../log.ts';
import type { Metric } from '../metrics.ts';
import { Answer, type Event } from '../operation.ts';
import type { Route } from '../route.ts';
import { stringify } from '../values/json.ts';
import { etag } from '../version.ts';

type Shape = Pick<Route, 'id' | 'caller' | 'status' | 'versioned'>;
type Internal = { started: number };
type Finished = { event: Event; internal: Internal; response: unknown };
type Told = { refusal?: ApiError; counted?: Metric | undefined };
type Payload = Record<string, unknown> & { next_cursor?: string | null };

/** Outermost: whatever happens inside leaves in the one shape of its interface, and in one line of the log. */
export function envelope(route: Shape): MiddlewareObj<Event, unknown, Error, Context, Internal> {
  return {
    before: ({ internal }) => {
      internal.started = performance.now();
    },
    after: (request) => {
      const answer = request.response;
      const { payload, status, replayed, counted } = answer instanceof Answer ? answer : new Answer(answer as Payload, {});
      const result = route.caller === 'platform' ? '"result":"success",' : '';
      const headers = { ...versionOf(route, payload), ...linkOf(request.event, payload), ...replay(replayed) };
      finish(request, status ?? route.status, headers, `{${result}"payload":${stringify(payload)}}`, {
        counted: replayed ? undefined : counted,
      });
    },
    onError: (request) => {
      const { error, event } = request;
      const refusal = error instanceof ApiError ? error : ourFault(error);
      const { code, message: description, details, headers } = refusal;
      const request_id = event.requestContext.requestId;
      const body = JSON.stringify({ result: 'error', description, code, request_id, ...details });
      finish(request, statusOf[code], headers, body, { refusal });
    },
  };

  function finish(request: Finished, statusCode: number, headers: Record<string, string>, body: string, told: Told) {
    const { event, internal } = request;
    const { refusal, counted } = told;
    const common = {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Request-Id': event.requestContext.requestId,
    };
    request.response = { statusCode, headers: { ...common, ...headers }, body };
    const duration_ms = Math.round((performance.now() - internal.started) * 10) / 10;
    logRequest({ event, operation: route.id, status: statusCode, duration_ms, refusal, counted });
  }
}

const ourFault = (cause: unknown) =>
  new ApiError('internal_error', 'Something went wrong on our side. The request_id helps us to find it.', { cause });

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
