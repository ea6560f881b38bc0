import type { Event } from './call.ts';
import type { ApiError } from './errors.ts';
import { log } from './log.ts';
import { type Metric, metricFields } from './metrics.ts';

type Finished = {
  event: Event;
  operation: string;
  status: number;
  duration_ms: number;
  error: ApiError | undefined;
  /** The metric that a successful request increments. */
  metric: Metric | undefined;
};

/** Logs one line per request, with the stack if the failure is ours. */
export function logRequest({ event, operation, status, duration_ms, error, metric }: Finished): void {
  const { auth, requestContext } = event;
  const counter = error ? 'rejections' : metric;
  log(status >= 500 ? 'error' : 'info', {
    request_id: requestContext.requestId,
    operation,
    status,
    code: error?.code,
    duration_ms,
    key: auth?.by.key,
    tenant: auth?.tenant,
    cause: status >= 500 ? causeOf(error) : undefined,
    ...(counter && metricFields(counter)),
  });
}

function causeOf(error: ApiError | undefined) {
  const { cause } = error ?? {};
  return cause instanceof Error ? cause.stack : cause && String(cause);
}
