import { type ErrorCode, statusOf } from '../../../lib/api/errors.ts';
import type { Route } from '../../../lib/api/route.ts';
import { catalogue } from './catalogue.ts';
import { nameOf } from './schemas.ts';

const everywhere: ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'temporarily_unavailable',
];

/** Every code that an operation can return. */
export function codesOf({ caller, scope, errors }: Pick<Route, 'caller' | 'scope' | 'errors'>): ErrorCode[] {
  const ofKeys: ErrorCode[] = caller === 'management' ? ['tenant_suspended'] : [];
  return [...new Set([...everywhere, ...ofKeys, ...(scope ? (['insufficient_scope'] as const) : []), ...errors])];
}

/** An operation's errors by status. A status with a single code refers to the shared response of that code. */
export function errorsOf(route: Route): Record<string, unknown> {
  const byStatus = Map.groupBy(codesOf(route), (code) => statusOf[code]);
  const responses = [...byStatus].map(([status, codes]) => {
    const [code, ...more] = codes as [ErrorCode, ...ErrorCode[]];
    return [status, more.length > 0 ? errorResponse(codes) : { $ref: `#/components/responses/${nameOf(code)}` }] as const;
  });
  return Object.fromEntries(responses.sort(([a], [b]) => a - b));
}

export const sharedErrors = (codes: Iterable<ErrorCode>) =>
  Object.fromEntries([...new Set(codes)].map((code) => [nameOf(code), errorResponse([code])]));

function errorResponse(codes: ErrorCode[]) {
  const hasRetryAfter = codes.some((code) => statusOf[code] === 429 || statusOf[code] === 503);
  const lines = codes.map((code) => `\`${code}\`: ${catalogue[code].meaning}`);
  return {
    description: lines.length > 1 ? lines.map((line) => `- ${line}`).join('\n') : lines[0],
    headers: headersOf('X-Request-Id', ...(hasRetryAfter ? ['Retry-After'] : [])),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Failure' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  };
}

export const headersOf = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const exampleOf = (code: ErrorCode) => ({
  result: 'error',
  description: code === 'unauthorized' ? code : catalogue[code].meaning.replaceAll('`', ''),
  code,
  request_id: '0c5f7f0e-4f6e-4a55-9d3c-2f1f1f6a7b21',
  ...catalogue[code].details,
});
