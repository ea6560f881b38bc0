import { documentChecks } from '../../apps/reference/openapi/documentChecks.ts';
import type { ErrorCode } from '../../lib/api/errors.ts';
import type { Route } from '../../lib/api/route.ts';
import { deployedSecurityHeaders, nosniff } from '../../lib/api/securityHeaders.ts';
import type { Response, Service } from './serviceAt.ts';

export type Expected = { status: number; code?: ErrorCode };

/** The problems of a response: its status first, then whatever differs from the API document and the rules for all responses. */
export function problemsOf(service: Service, expected: Expected, response: Response, route?: Route): string[] {
  const status = statusProblem(expected, response);
  if (status) return [status];
  return [
    ...headerProblems(service, response),
    ...(route ? documentProblems(route, response) : failureProblems(response)),
    ...(route?.versioned && response.status < 300 ? etagProblems(route.versioned, response) : []),
  ];
}

function statusProblem({ status, code }: Expected, response: Response): string | undefined {
  if (response.status === status && (code === undefined || response.body?.code === code)) return undefined;
  const { code: actual, request_id: id, description } = response.body ?? {};
  const request = id ? ` (request ${id}: ${description})` : '';
  const got =
    response.status === 0 ? `no response: ${actual}` : `${[response.status, actual].filter(Boolean).join(' ')}${request}`;
  return `expected ${[status, code].filter(Boolean).join(' ')}, got ${got}`;
}

function headerProblems({ isDeployed }: Service, { headers, status, body }: Response): string[] {
  const fixed = { 'Cache-Control': 'no-store', ...(isDeployed ? deployedSecurityHeaders : nosniff) };
  const wrong = Object.entries(fixed).flatMap(([name, value]) => headerProblem(name, value, headers[name.toLowerCase()]));
  const id = headers['x-request-id'];
  return [
    ...wrong,
    ...(id ? [] : ['the header X-Request-Id is missing']),
    ...(/^application\/json\b/.test(headers['content-type'] ?? '') ? [] : [`the Content-Type is ${headers['content-type']}`]),
    ...(status >= 400 && id && body?.request_id !== id ? ['request_id differs from the header X-Request-Id'] : []),
  ];
}

function headerProblem(name: string, expected: string, actual: string | undefined): string[] {
  if (actual === expected) return [];
  return [actual === undefined ? `the header ${name} is missing` : `the header ${name} is "${actual}", not "${expected}"`];
}

function documentProblems({ id }: Route, { status, headers, text }: Response): string[] {
  return thrownBy(() => documentChecks().answer(id, { status, headers, text }));
}

const failureProblems = ({ text, body }: Response) =>
  body && typeof body === 'object' ? thrownBy(() => documentChecks().failure(text)) : ['the response is not JSON'];

function thrownBy(check: () => void): string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

function etagProblems(versioned: 'tenant' | 'orders', { headers, body }: Response): string[] {
  const version = body.payload?.[versioned]?.version;
  return headers.etag === `"${version}"` ? [] : [`the ETag is ${headers.etag}, but the version is ${version}`];
}
