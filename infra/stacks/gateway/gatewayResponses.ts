import { maxBodyBytes } from '../../../lib/api/body.ts';
import { type ErrorCode, hint, outcomeUnknown, statusOf } from '../../../lib/api/errors.ts';
import { deployedSecurityHeaders } from '../../../lib/api/securityHeaders.ts';

const rateLimited = 'Too many requests. Wait the number of seconds in Retry-After, then retry.';
const closed =
  'The service is closed for maintenance. Your request was not processed. Wait the number of seconds in Retry-After, then retry.';
const busy = `The service is busy. Wait the number of seconds in Retry-After. ${outcomeUnknown}`;
const noSuchPath = 'This path does not exist. See /docs for all paths.';

/**
 * The responses of the gateway itself, when it called no function or got no usable response from one. They have the same format as
 * ours.
 */
export const gatewayResponses = {
  DEFAULT_4XX: response(
    'invalid_request',
    'The request is malformed. Check the method, the URL, the headers and their encoding.',
  ),
  DEFAULT_5XX: response('temporarily_unavailable', busy, { 'Retry-After': '1' }),
  ACCESS_DENIED: response('unauthorized', 'unauthorized'),
  BAD_REQUEST_BODY: response('invalid_request', 'The body is malformed. Send JSON in UTF-8.'),
  BAD_REQUEST_PARAMETERS: response('invalid_request', 'The parameters are malformed. Check the path and the query of the URL.'),
  EXPIRED_TOKEN: response('not_found', noSuchPath),
  INTEGRATION_FAILURE: response('temporarily_unavailable', busy, { 'Retry-After': '1' }),
  INTEGRATION_TIMEOUT: response('temporarily_unavailable', busy, { 'Retry-After': '1' }),
  INVALID_API_KEY: response('unauthorized', 'unauthorized'),
  INVALID_SIGNATURE: response('not_found', noSuchPath),
  MISSING_AUTHENTICATION_TOKEN: response('not_found', noSuchPath),
  QUOTA_EXCEEDED: response('rate_limited', rateLimited, { 'Retry-After': '60' }),
  REQUEST_TOO_LARGE: response('payload_too_large', `The body is too large. Send at most ${maxBodyBytes / 1024} KB.`),
  RESOURCE_NOT_FOUND: response('not_found', noSuchPath),
  THROTTLED: response('rate_limited', rateLimited, { 'Retry-After': '1' }),
  UNAUTHORIZED: response('unauthorized', 'unauthorized'),
  UNSUPPORTED_MEDIA_TYPE: response('unsupported_media_type', 'Send the body as application/json in UTF-8.'),
  WAF_FILTERED: response('rate_limited', rateLimited, { 'Retry-After': '60' }),
};

/** What a closed stage answers to every request. */
export const closedResponse = response('temporarily_unavailable', closed, { 'Retry-After': '60' });

/** The gateway replaces `$context.requestId`. A header value in quotes is a constant. */
function response(code: ErrorCode, description: string, headers: Record<string, string> = {}) {
  const constantHeaders = Object.entries({ 'Cache-Control': 'no-store', ...deployedSecurityHeaders, ...headers });
  return {
    statusCode: String(statusOf[code]),
    responseParameters: {
      'gatewayresponse.header.X-Request-Id': 'context.requestId',
      ...Object.fromEntries(constantHeaders.map(([name, value]) => [`gatewayresponse.header.${name}`, `'${value}'`])),
    },
    responseTemplates: {
      'application/json': JSON.stringify({
        ...{ result: 'error', description, code, request_id: '$context.requestId' },
        ...(code === 'unauthorized' && { hint }),
      }),
    },
  };
}
