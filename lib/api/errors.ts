/** Every error code and its status. What a code means to a client is in `apps/reference/openapi/errorCatalogue.ts`. */
export const statusOf = {
  invalid_request: 400,
  unauthorized: 401,
  insufficient_scope: 403,
  tenant_suspended: 403,
  not_found: 404,
  method_not_allowed: 405,
  name_taken: 409,
  host_taken: 409,
  owner_permissions: 409,
  owner_required: 409,
  owner_inactive: 409,
  user_inactive: 409,
  email_taken: 409,
  too_many_keys: 409,
  too_many_webhooks: 409,
  store_unavailable: 409,
  insufficient_stock: 409,
  product_archived: 409,
  order_cancelled: 409,
  order_settled: 409,
  order_full: 409,
  order_shipped: 409,
  order_not_authorized: 409,
  shipment_sent: 409,
  shipment_exceeded: 409,
  shipment_ready: 409,
  shipment_returned: 409,
  return_exceeds_sent: 409,
  payment_exceeds_balance: 409,
  refund_exceeds_lines: 409,
  refund_exceeds_payment: 409,
  refund_exceeds_paid: 409,
  nothing_to_refund: 409,
  credit_exceeds_balance: 409,
  cancellation_exceeds_ready: 409,
  version_mismatch: 412,
  already_exists: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal_error: 500,
  temporarily_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

export type FieldError = { field: string; message: string };

type Details = { errors?: FieldError[]; headers?: Record<string, string>; cause?: unknown } & Record<string, unknown>;

/** An error response. The caller sees all details except `headers` and `cause`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, description: string, { headers = {}, cause, ...details }: Details = {}) {
    super(description, { cause });
    this.code = code;
    this.headers = headers;
    this.details = details;
  }
}

/** "only 3", or "none" for 0. With a currency "only 3 EUR", or "nothing". */
export const only = (max: number, currency = '') =>
  max > 0 ? `only ${max} ${currency}`.trim() : currency ? 'nothing' : 'none';

export const maxErrors = 100;

/** A 400 that lists every error of the request, up to a limit. */
export function invalidRequest(errors: FieldError[]): ApiError {
  const [first, ...more] = errors;
  const rest = more.length > 0 ? ` (and ${more.length} more; errors lists up to ${maxErrors})` : '';
  return new ApiError('invalid_request', `${first?.field}: ${first?.message}${rest}`, { errors: errors.slice(0, maxErrors) });
}

export const invalid = (field: string, message: string) => invalidRequest([{ field, message }]);

export const notFound = (what: string) => new ApiError('not_found', `There is no ${what}.`);

/** Says the same for every reason, so that nobody can find out which keys exist. */
export const hint =
  'X-API-KEY is missing, or the key in it is unknown, expired, revoked, or for the other interface (sp_… platform, sm_… management).';

export const unauthorized = () => new ApiError('unauthorized', 'unauthorized', { hint });

/** How to go on after an error that may have come too late. */
export const outcomeUnknown =
  'A change may have taken effect: if you sent an Idempotency-Key that the operation accepts, repeat the request with it; otherwise, first read the resource.';

export const rateLimited = (description: string, seconds: number) =>
  new ApiError('rate_limited', `${description} Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`, {
    headers: { 'Retry-After': String(seconds) },
  });

export const unavailable = (cause?: unknown, seconds = 1) =>
  new ApiError(
    'temporarily_unavailable',
    `The service is temporarily unavailable. Wait the number of seconds in Retry-After. ${outcomeUnknown}`,
    {
      headers: { 'Retry-After': String(seconds) },
      cause,
    },
  );
