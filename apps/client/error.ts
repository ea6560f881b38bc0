import type { ErrorCode, FieldError } from '../../lib/api/errors.ts';

type Content = { code?: ErrorCode; description?: string; request_id?: string; errors?: FieldError[] } & Record<string, unknown>;
type Context = { status?: number; retryAfter?: number | undefined; cause?: unknown };

/** Thrown when the service rejects a call, does not respond, or responds with something that is not from this API. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: ErrorCode | 'no_response' | 'invalid_response';
  /** 0 if there was no response. */
  readonly status: number;
  /** The rejected fields, each with its reason. */
  readonly errors: readonly FieldError[];
  /** Identifies the request in the service's logs. */
  readonly requestId: string | undefined;
  /** All other fields of the error, such as the `max` of a payment or the available `stock`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** How long to wait, in seconds. */
  readonly retryAfter: number | undefined;
  /** The earliest time to retry, such as when a quota frees up. */
  readonly retryAt: Date | undefined;
  /** The call may have taken effect although it failed. Check before you repeat it. */
  uncertain = false;

  constructor(content: Content, { status = 0, retryAfter, cause }: Context) {
    const { result, code, description, request_id, errors = [], ...details } = content;
    super(description ?? `Unexpected response with status ${status}. Check the URL and any proxy in between.`, { cause });
    this.code = code ?? (status === 0 ? 'no_response' : 'invalid_response');
    this.status = status;
    this.errors = errors;
    this.requestId = request_id;
    this.details = details;
    this.retryAfter = retryAfter;
    this.retryAt = retryAfter === undefined ? undefined : new Date(Date.now() + retryAfter * 1000);
  }
}

/** Why the service rejected a call: each invalid field with its reason, or the whole request. */
export const reasonOf = ({ errors, message }: StoreError): string =>
  errors.map(({ field, message }) => `${field}: ${message}`).join('; ') || message;

/** For `catch` around one row of many: why the service rejected it. Rethrows any error that is not the service's answer to this row. */
export function reasonIfRejected(error: unknown, statuses: readonly number[]): string {
  const isRejected = error instanceof StoreError && error.code !== 'invalid_response' && statuses.includes(error.status);
  if (!isRejected) throw error;
  return reasonOf(error);
}

/** For `catch`, where one error is expected. */
export const undefinedIf =
  (code: StoreError['code']) =>
  (error: unknown): undefined => {
    if (!(error instanceof StoreError && error.code === code)) throw error;
  };
