import { stringify } from '../values/json.ts';
import { waitBriefly } from './backgroundWrites.ts';
import { type Event, type Middleware, OperationResponse } from './call.ts';
import { ApiError, outcomeUnknown, statusOf } from './errors.ts';
import type { Metric } from './metrics.ts';
import { logRequest } from './requestLog.ts';
import type { ServedRoute } from './route.ts';
import { securityHeaders } from './securityHeaders.ts';
import { etag } from './version.ts';

/** Handlers that need no key have no caller. */
type Shape = Pick<ServedRoute, 'id' | 'status' | 'versioned'> & Partial<Pick<ServedRoute, 'caller' | 'method'>>;
type Internal = { started: number };
type Finished = { event: Event; internal: Internal; response: unknown };
type Outcome = { error?: ApiError; metric?: Metric | undefined };
type Payload = Record<string, unknown> & { next_cursor?: string | null };

/** The outermost middleware: shapes every response for its interface and logs one line per request. */
export function envelope(route: Shape): Middleware<Internal> {
  return {
    before: ({ internal }) => {
      internal.started = performance.now();
    },
    after: (request) => {
      const { response } = request;
      const { payload, status, replayed, metric } =
        response instanceof OperationResponse ? response : new OperationResponse(response as Payload, {});
      const result = route.caller === 'platform' ? '"result":"success",' : '';
      const headers = {
        ...versionHeader(route, payload),
        ...linkHeader(route, request.event, payload),
        ...replayHeader(replayed),
      };
      return finish(request, status ?? route.status, headers, `{${result}"payload":${stringify(payload)}}`, {
        metric: replayed ? undefined : metric,
      });
    },
    onError: (request) => {
      const error = request.error instanceof ApiError ? request.error : internalError(request.error);
      const { code, message: description, details, headers } = error;
      const request_id = request.event.requestContext.requestId;
      const body = JSON.stringify({ result: 'error', description, code, request_id, ...details });
      return finish(request, statusOf[code], headers, body, { error });
    },
  };

  async function finish(
    request: Finished,
    status: number,
    headers: Record<string, string>,
    body: string,
    outcome: Outcome,
  ): Promise<void> {
    const { event, internal } = request;
    const common = {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...securityHeaders(),
      'X-Request-Id': event.requestContext.requestId,
    };
    const limit = event.countResponse?.(body);
    request.response = { statusCode: status, headers: { ...common, ...limit?.headers, ...headers }, body };
    if (event.isRehearsal) return;
    const duration_ms = Math.round((performance.now() - internal.started) * 10) / 10;
    logRequest({ event, operation: route.id, status, duration_ms, error: outcome.error, metric: outcome.metric });
    // An instance may be frozen after its response.
    if (limit?.report) await waitBriefly([limit.report]);
  }
}

const internalError = (cause: unknown) =>
  new ApiError(
    'internal_error',
    `Something went wrong on our side. ${outcomeUnknown} If it happens again, report the request_id.`,
    {
      cause,
    },
  );

function versionHeader({ versioned }: Shape, payload: Payload): Record<string, string> {
  const resource = versioned && (payload[versioned] as { version: number });
  return resource ? { ETag: etag(resource.version) } : {};
}

function linkHeader(
  { method }: Shape,
  { requestContext, queryStringParameters }: Event,
  { next_cursor }: Payload,
): Record<string, string> {
  if (!next_cursor || method !== 'GET') return {};
  const limit = queryStringParameters?.limit;
  const query = new URLSearchParams({ ...(limit && { limit }), cursor: next_cursor });
  return { Link: `<${requestContext.path}?${query}>; rel="next"` };
}

const replayHeader = (replayed: boolean): Record<string, string> => (replayed ? { 'Idempotent-Replayed': 'true' } : {});
