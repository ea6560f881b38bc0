import { type ErrorCode, statusOf } from '../../../lib/api/errors.ts';
import type { Route } from '../../../lib/api/route.ts';
import { catalogue } from './errorCatalogue.ts';
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
export const errorsOf = (route: Route) =>
  Object.fromEntries(
    [...codesByStatus(route)].map(([status, codes]) => [status, codes.length > 1 ? errorResponse(codes) : refTo(codes[0])]),
  );

/** The responses of codes that are the only one of their status in some operation. */
export const sharedErrors = (routes: Route[]) =>
  Object.fromEntries(
    routes
      .flatMap((route) => [...codesByStatus(route).values()])
      .flatMap(([code, ...more]) => (more.length === 0 ? [[nameOf(code), errorResponse([code])]] : [])),
  );

const codesByStatus = (route: Route) =>
  Map.groupBy(codesOf(route), (code) => statusOf[code]) as Map<number, [ErrorCode, ...ErrorCode[]]>;

const refTo = (code: ErrorCode) => ({ $ref: `#/components/responses/${nameOf(code)}` });

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
