import { openApiDocument } from '../../apps/reference/openapi/document.ts';
import { publicEndpoints } from '../../lib/api/publicEndpoints.ts';
import { type Endpoint, type Route, urlOf } from '../../lib/api/route.ts';
import { pathsOf, router, withoutSlash } from '../../lib/api/router.ts';
import { routes } from '../../lib/routes.ts';
import { inTurns } from '../../lib/values/inTurns.ts';
import { inForm } from './caller.ts';
import { type Expected, problemsOf } from './responseProblems.ts';
import type { Results } from './results.ts';
import type { Request, Response, Service } from './serviceAt.ts';

const match = router<Endpoint>([...routes, ...publicEndpoints]);
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const bothForms = (path: string) => [inForm(path, 'documented'), inForm(path, 'other')];

/** Checks what the gateway and `unmatched` do: keys, unknown paths, other methods, and the public pages. */
export async function checkGateway(service: Service, results: Results, key: string | undefined): Promise<void> {
  const keyless = routes.flatMap((route) =>
    pathsOf(route).flatMap((path) => bothForms(urlOf(path)).map((at) => ({ route, at }))),
  );
  await inTurns(keyless, ({ route, at }) => requireKey(service, results, route, at));
  const paths = new Set(
    [...routes, ...publicEndpoints].flatMap((endpoint) => pathsOf(endpoint).map((path) => withoutSlash(urlOf(path)))),
  );
  await inTurns([...paths], (path) => rejectMethod(service, results, path));
  const unknown = ['/', '/v1', '/v1/management/orders', '/v1/platform/tenant/a/b/c'].flatMap((path) =>
    methods.map((method) => ({ method, path })),
  );
  await inTurns(unknown, (request) =>
    expectFailure(service, results, 'unmatched', request, { status: 404, code: 'not_found' }),
  );
  await checkPages(service, results);
  await rejectHugeBody(service, results, key);
}

async function expectFailure(service: Service, results: Results, subject: string, request: Request, expected: Expected) {
  const response = await service.send(request);
  noteProblems(service, results, subject, request, { expected, response });
  return response;
}

type Got = { expected: Expected; response: Response };

function noteProblems(service: Service, results: Results, subject: string, { method, path }: Request, got: Got) {
  const problems = problemsOf(service, got.expected, got.response);
  results.note(
    subject,
    problems.map((problem) => `${method} ${path}: ${problem}`),
  );
}

async function requireKey(service: Service, results: Results, { id, method }: Route, path: string): Promise<void> {
  const { status, body } = await service.send({ method, path, ...(method === 'GET' ? {} : { body: {} }) });
  const got = [status, body?.code].filter(Boolean).join(' ');
  const isRejected = status === 401 && body?.description === 'unauthorized';
  results.note(id, isRejected ? undefined : `${method} ${path}: without a key, expected 401 unauthorized, got ${got}`);
}

async function rejectMethod(service: Service, results: Results, path: string): Promise<void> {
  const request = { method: 'OPTIONS', path } as const;
  const expected = { status: 405, code: 'method_not_allowed' } as const;
  const { status, headers } = await expectFailure(service, results, 'unmatched', request, expected);
  const methods = [...new Set(match(path).map(({ route }) => route.method))].sort().join(', ');
  if (status === 405 && headers.allow !== methods) {
    results.note('unmatched', `OPTIONS ${path}: the header Allow is ${headers.allow ?? 'missing'}, not ${methods}`);
  }
}

async function checkPages(service: Service, results: Results): Promise<void> {
  const get = (path: string) => service.send({ method: 'GET', path });
  for (const path of bothForms('/health')) {
    const { status, body } = await get(path);
    results.note('health', status === 200 && body?.payload?.status === 'ok' ? undefined : `GET ${path}: got ${status}`);
  }
  const page = await get('/docs');
  results.note('reference', page.status === 200 && page.text.includes('<html') ? undefined : `GET /docs: got ${page.status}`);
  results.note('reference', documentProblem(await get('/openapi.json')));
}

function documentProblem({ status, body }: Response): string | undefined {
  if (status !== 200) return `GET /openapi.json: got ${status}`;
  // Its server is the base URL of the request.
  const isSame = JSON.stringify({ ...body, servers: [] }) === JSON.stringify({ ...openApiDocument(), servers: [] });
  return isSame ? undefined : 'the deployed API document does not match this checkout; check out the deployed commit';
}

/** Above its own limit of 10 MB, the gateway responds without calling a function. */
async function rejectHugeBody(service: Service, results: Results, key: string | undefined): Promise<void> {
  const body = JSON.stringify({ note: 'x'.repeat(10.5 * 1024 * 1024) });
  const request = { method: 'POST', path: '/v1/management/order/', key, body } as const;
  const expected = { status: 413, code: 'payload_too_large' } as const;
  const response = await service.send(request);
  // A server that stops reading the body may close the connection before its response arrives.
  if (response.status === 0 && /closed|ECONNRESET|EPIPE/.test(response.body.code))
    results.skip('gateway', `not checked: ${response.body.code}`);
  else noteProblems(service, results, 'gateway', request, { expected, response });
}
