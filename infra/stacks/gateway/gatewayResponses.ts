import { type ErrorCode, statusOf } from '../../../lib/errors.ts';

const limited = 'Too many requests at once. Send the request again shortly.';
const busy = 'The service is busy for a moment. Send the request again shortly.';
const nothing = 'There is nothing at this path.';

/** What the gateway answers by itself, without a function: the same envelope, under the same request id. */
export const gatewayResponses = {
  DEFAULT_4XX: response('invalid_request', 'The request could not be read.'),
  DEFAULT_5XX: response('temporarily_unavailable', busy, { 'Retry-After': '1' }),
  ACCESS_DENIED: response('unauthorized', 'unauthorized'),
  BAD_REQUEST_BODY: response('invalid_request', 'The body could not be read.'),
  BAD_REQUEST_PARAMETERS: response('invalid_request', 'The parameters could not be read.'),
  EXPIRED_TOKEN: response('not_found', nothing),
  INTEGRATION_FAILURE: response('temporarily_unavailable', busy, { 'Retry-After': '1' }),
  INTEGRATION_TIMEOUT: response('temporarily_unavailable', busy, { 'Retry-After': '1' }),
  INVALID_API_KEY: response('unauthorized', 'unauthorized'),
  INVALID_SIGNATURE: response('not_found', nothing),
  MISSING_AUTHENTICATION_TOKEN: response('not_found', nothing),
  QUOTA_EXCEEDED: response('rate_limited', limited, { 'Retry-After': '60' }),
  REQUEST_TOO_LARGE: response('payload_too_large', 'A body may have 256 KB at most.'),
  RESOURCE_NOT_FOUND: response('not_found', nothing),
  THROTTLED: response('rate_limited', limited, { 'Retry-After': '1' }),
  UNAUTHORIZED: response('unauthorized', 'unauthorized'),
  UNSUPPORTED_MEDIA_TYPE: response('unsupported_media_type', 'Send the body as application/json in UTF-8.'),
  WAF_FILTERED: response('rate_limited', limited, { 'Retry-After': '60' }),
};

/** The gateway fills in `$context.requestId`, and takes a quoted header for a constant. */
function response(code: ErrorCode, description: string, headers: Record<string, string> = {}) {
  const constants = Object.entries({ 'Cache-Control': 'no-store', ...headers });
  return {
    statusCode: String(statusOf[code]),
    responseParameters: {
      'gatewayresponse.header.X-Request-Id': 'context.requestId',
      ...Object.fromEntries(constants.map(([name, value]) => [`gatewayresponse.header.${name}`, `'${value}'`])),
    },
    responseTemplates: {
      'application/json': JSON.stringify({ result: 'error', description, code, request_id: '$context.requestId' }),
    },
  };
}
