import type { Refusal } from './errors.ts';
import type { Event } from './operation.ts';

type Line = { event: Event; operation: string; status: number; duration_ms: number; refusal: Refusal | undefined };

/** One line of JSON a request. Keys, bodies and personal data never get here; a fault of ours comes with its stack. */
export function log({ event, operation, status, duration_ms, refusal }: Line): void {
  if (status < 500 && process.env.LOG_LEVEL === 'error') return;
  const { call, requestContext } = event;
  const line = {
    level: status >= 500 ? 'error' : 'info',
    time: new Date().toISOString(),
    request_id: requestContext.requestId,
    operation,
    status,
    code: refusal?.code,
    duration_ms,
    key: call?.by.key,
    tenant: call?.tenant,
    cause: status >= 500 ? causeOf(refusal) : undefined,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function causeOf(refusal: Refusal | undefined) {
  const { cause } = refusal ?? {};
  return cause instanceof Error ? cause.stack : cause && String(cause);
}
