import type { ErrorCode, FieldError } from '../errors.ts';

type Told = { code?: ErrorCode; description?: string; request_id?: string; errors?: FieldError[] } & Record<string, unknown>;
type Circumstances = { status?: number; retryAfter?: number | undefined; cause?: unknown };

/** What a call throws where the service refuses, cannot be reached, or answers in no way that this client knows. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: ErrorCode | 'no_answer' | 'unknown_answer';
  /** 0 where there was no answer. */
  readonly status: number;
  /** Each refused field and its fault. */
  readonly errors: readonly FieldError[];
  /** By which the service's logs know the request. */
  readonly requestId: string | undefined;
  /** What else is told, like `max` of a payment that is too much, or the `stock` there is. */
  readonly details: Readonly<Record<string, unknown>>;
  /** In seconds. */
  readonly retryAfter: number | undefined;
  /** The request may have taken effect all the same: look before sending it anew. */
  uncertain = false;

  constructor(told: Told, { status = 0, retryAfter, cause }: Circumstances) {
    const { result, code, description, request_id, errors = [], ...details } = told;
    const missing = status === 0 ? 'no_answer' : 'unknown_answer';
    super(description ?? `The service gave no answer that is understood (status ${status}).`, { cause });
    this.code = code ?? missing;
    this.status = status;
    this.errors = errors;
    this.requestId = request_id;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}
