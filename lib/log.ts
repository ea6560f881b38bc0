import type { ApiError } from './errors.ts';
import { type Metric, measured } from './metrics.ts';
import type { Event } from './operation.ts';

type Level = 'info' | 'warn' | 'error';
type Finished = {
  event: Event;
  operation: string;
  status: number;
  duration_ms: number;
  refusal: ApiError | undefined;
  /** What a success counts as, beside being one. */
  counted: Metric | undefined;
};

/** One line of JSON. Keys, bodies and personal data never get here. */
export function log(level: Level, fields: Record<string, unknown>): void {
  if (level === 'info' && process.env.LOG_LEVEL === 'error') return;
  process.stdout.write(`${JSON.stringify({ level, time: new Date().toISOString(), ...fields })}\n`);
}

/** The one line of a request; a fault of ours comes with its stack. */
export function logRequest({ event, operation, status, duration_ms, refusal, counted }: Finished): void {
  const { call, requestContext } = event;
  const metric = refusal ? 'rejections' : counted;
  log(status >= 500 ? 'error' : 'info', {
    request_id: requestContext.requestId,
    operation,
    status,
    code: refusal?.code,
    duration_ms,
    key: call?.by.key,
    tenant: call?.tenant,
    cause: status >= 500 ? causeOf(refusal) : undefined,
    ...(metric && measured(metric)),
  });
}

function causeOf(refusal: ApiError | undefined) {
  const { cause } = refusal ?? {};
  return cause instanceof Error ? cause.stack : cause && String(cause);
}
