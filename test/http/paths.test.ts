import { describe, expect, test } from '@jest/globals';
import { routeOf, routes } from '../../lib/routes.ts';
import { platformKeyHeader, type RawRequest, raw } from '../support/raw.ts';

const errorBody = { result: 'error', description: expect.any(String), request_id: expect.any(String) };

/** Sends a request, and checks that the response has the shape that all errors share. */
async function mustReject(request: RawRequest, status: number, code: string) {
  const answer = await raw(request);
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
  if (request.method === 'HEAD') expect(answer.text).toBe('');
  else expect(JSON.parse(answer.text)).toMatchObject({ ...errorBody, code, request_id: answer.headers['x-request-id'] });
  return answer;
}

test('answers 404 to a request about the whole server', async () => {
  await mustReject({ method: 'GET', path: '*' }, 404, 'not_found');
  await mustReject({ method: 'OPTIONS', path: '*' }, 404, 'not_found');
});

const served = routes.flatMap((row) =>
  [row.path, row.alias].flatMap((path) => (path ? [{ row, path: path.replace(/\{\w+\}/g, 'x').replace(/\/$/, '') }] : [])),
);
const methodsAt = (path: string) => [
  ...new Set(served.filter((each) => each.path === path).map(({ row }) => row.method as string)),
];
const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

describe.each([...new Set(served.map(({ path }) => path))])('%s', (path) => {
  test.each(['', '/'])('with the suffix %j serves its methods, and lists them in Allow for any other method', async (slash) => {
    const methods = methodsAt(path);
    for (const method of all) {
      if (methods.includes(method === 'HEAD' ? 'GET' : method))
        await mustReject({ method, path: path + slash }, 401, 'unauthorized');
      else {
        const { headers } = await mustReject(
          { method, path: path + slash, headers: platformKeyHeader() },
          405,
          'method_not_allowed',
        );
        expect(headers.allow).toBe(methods.toSorted().join(', '));
      }
    }
  });

  test('does not match similar paths', async () => {
    for (const wrong of [`${path}//`, `/${path}`, `${path}/x/y/z`, path.toUpperCase(), `/v2${path}`]) {
      await mustReject({ path: wrong, headers: platformKeyHeader() }, 404, 'not_found');
    }
  });
});

describe('a browser that asks for a page that does not exist', () => {
  const ask = (path: string, accept = 'text/html,application/xhtml+xml,*/*;q=0.8') =>
    raw({ path, headers: { Accept: accept } });

  test.each([
    ['/docs/nope', '../docs'],
    ['/docs/nope/', '../../docs'],
    ['/docs/nope.00000000.js', '../docs'],
    ['/docs/a/b', '../../docs'],
    ['/console/nope', '../docs'],
    ['/', 'docs'],
  ])('gets a page at %s that links to %s', async (path, link) => {
    const { status, headers, text } = await ask(path);
    expect([status, headers['content-type'], headers.vary]).toEqual([404, 'text/html; charset=utf-8', 'Accept']);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';/);
    expect(text).toContain('<h1>Page not found</h1>');
    expect(text).toContain(`<a href="${link}">`);
    expect(new URL(link, `http://here${path}`).pathname).toBe('/docs');
  });

  test('gets the usual error elsewhere, as other clients do everywhere', async () => {
    for (const path of [
      '/favicon',
      '/api/v1/management/order',
      '/v1/nope',
      '/v1/management/order/1/nope',
      '/platform/nope',
      '/management/order/',
      '/V1/nope',
      '/v1',
    ]) {
      expect((await ask(path)).headers['content-type']).toMatch(/^application\/json/);
    }
    for (const accept of ['*/*', 'application/json']) {
      const { headers, text } = await ask('/docs/nope', accept);
      expect([JSON.parse(text).code, headers.vary]).toEqual(['not_found', 'Accept']);
    }
  });
});

const unknown = [
  '/',
  '/v1',
  '/favicon.ico',
  '/v1/platform',
  '/v1/management/orders',
  '/..%2f..%2fetc/passwd',
  '/%',
  '/%00',
  '/?x',
];

test.each(all)('%s on an unknown path returns 404, with and without a key', async (method) => {
  for (const path of unknown) {
    await mustReject({ method, path }, 404, 'not_found');
    const { headers } = await mustReject({ method, path, headers: platformKeyHeader() }, 404, 'not_found');
    expect(headers.allow).toBeUndefined();
  }
});

test('reports duplicate and unknown query parameters', async () => {
  const path = routeOf('getTenants').path;
  const fieldsOf = async (query: string) => {
    const { text } = await raw({ path: `${path}?${query}`, headers: platformKeyHeader() });
    return JSON.parse(text).errors?.map(({ field }: { field: string }) => field);
  };
  expect(await fieldsOf('limit=1&limit=1')).toEqual(['limit']);
  expect(await fieldsOf('limit=1&country=DE&country=FR&a=1&a=2')).toEqual(expect.arrayContaining(['country', 'a']));
  expect(await fieldsOf('__proto__=1')).toEqual(['__proto__']);
  expect(await fieldsOf('constructor=1&toString=2')).toEqual(['constructor', 'toString']);
  expect(await fieldsOf('limit[]=1')).toEqual(['limit[]']);
  expect(await fieldsOf('limit=%zz')).toEqual(['limit']);
  expect(await fieldsOf('')).toBeUndefined();
});

test('accepts the key header in upper and lower case, but only once', async () => {
  const [value] = Object.values(platformKeyHeader());
  const path = '/v1/platform/auth/test';
  for (const name of ['X-API-KEY', 'x-api-key', 'X-Api-Key', 'x-aPI-kEY']) {
    expect((await raw({ path, headers: { [name]: value as string } })).status).toBe(200);
  }
  await mustReject({ path, headers: { 'X-API-KEY': [value as string, value as string] } }, 401, 'unauthorized');
  await mustReject({ path, headers: { Authorization: `Bearer ${value}` } }, 401, 'unauthorized');
  await mustReject({ path: `${path}?X-API-KEY=${value}` }, 401, 'unauthorized');
  expect((await raw({ path, headers: { 'X-API-KEY': `  ${value}  ` } })).status).toBe(200);
});
