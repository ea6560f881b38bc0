import { type ErrorCode, statusOf } from '../../lib/errors.ts';
import type { Route } from '../../lib/route.ts';
import { catalogue } from './catalogue.ts';
import { nameOf } from './named.ts';

const everywhere: ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'temporarily_unavailable',
];

/** Every code that an operation may answer. An id in its path that can't exist is one that doesn't. */
export function codesOf({ errors }: Pick<Route, 'errors'>): ErrorCode[] {
  return [...new Set([...everywhere, ...errors])];
}

/** The errors of an operation by their status; those with one code are shared. */
export function refusalsOf(route: Route): Record<string, unknown> {
  const byStatus = Map.groupBy(codesOf(route), (code) => statusOf[code]);
  const answers = [...byStatus].map(([status, codes]) => {
    const [code, ...more] = codes as [ErrorCode, ...ErrorCode[]];
    return [status, more.length > 0 ? refusal(codes) : { $ref: `#/components/responses/${nameOf(code)}` }] as const;
  });
  return Object.fromEntries(answers.sort(([a], [b]) => a - b));
}

/** The answers that the document shares: one for each code that operations refer to. */
export const sharedRefusals = (codes: Iterable<ErrorCode>) =>
  Object.fromEntries([...new Set(codes)].map((code) => [nameOf(code), refusal([code])]));

function refusal(codes: ErrorCode[]) {
  const waits = codes.some((code) => statusOf[code] === 429 || statusOf[code] === 503);
  const told = codes.map((code) => `\`${code}\`: ${catalogue[code].meaning}`);
  return {
    description: told.length > 1 ? told.map((line) => `- ${line}`).join('\n') : told[0],
    headers: headersOf('X-Request-Id', ...(waits ? ['Retry-After'] : [])),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Failure' }],
          properties: { code: { enum: codes, description: 'What is wrong, for a program.' } },
        },
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
