import { describe, expect, test } from '@jest/globals';
import { routes } from '../../lib/routes.ts';
import { rowOf } from '../support/call.ts';
import { key, type RawRequest, raw } from '../support/raw.ts';

const refusal = { result: 'error', description: expect.any(String), request_id: expect.any(String) };

/** Sends it, and checks that the answer has the one shape of all refusals. */
async function refused(request: RawRequest, status: number, code: string) {
  const answer = await raw(request);
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
  if (request.method === 'HEAD') expect(answer.text).toBe('');
  else expect(JSON.parse(answer.text)).toMatchObject({ ...refusal, code, request_id: answer.headers['x-request-id'] });
  return answer;
}

const written = routes.flatMap((row) =>
  [row.path, row.alias].flatMap((path) => (path ? [{ row, path: path.replace(/\{\w+\}/g, 'x').replace(/\/$/, '') }] : [])),
);
const methodsAt = (path: string) => [
  ...new Set(written.filter((each) => each.path === path).map(({ row }) => row.method as string)),
];
const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

describe.each([...new Set(written.map(({ path }) => path))])('%s', (path) => {
  test.each(['', '/'])('is served with %j behind it, and tells other methods what it takes', async (slash) => {
    const methods = methodsAt(path);
    for (const method of all) {
      if (methods.includes(method)) await refused({ method, path: path + slash }, 401, 'unauthorized');
      else {
        const { headers } = await refused({ method, path: path + slash, headers: key() }, 405, 'method_not_allowed');
        expect(headers.allow).toBe(methods.toSorted().join(', '));
      }
    }
  });

  test('is no other path', async () => {
    for (const wrong of [`${path}//`, `/${path}`, `${path}/x/y/z`, path.toUpperCase(), `/v2${path}`]) {
      await refused({ path: wrong, headers: key() }, 404, 'not_found');
    }
  });
});

test.each(all)('%s on an unknown path is 404, with a key and without', async (method) => {
  for (const path of [
    '/',
    '/v1',
    '/favicon.ico',
    '/v1/platform',
    '/v1/management/orders',
    '/..%2f..%2fetc/passwd',
    '/%',
    '/%00',
    '/?x',
  ]) {
    await refused({ method, path }, 404, 'not_found');
    const { headers } = await refused({ method, path, headers: key() }, 404, 'not_found');
    expect(headers.allow).toBeUndefined();
  }
});

test.each([
  '%',
  '%E0%A4%A',
  '%00',
  '%2F',
  '%2e%2e',
  '..%2fkey',
  '%20',
  '%C3%A4',
  '%F0%9F%92%A9',
  '%22%27%3C%3E',
  "a'b;c",
  '(x)',
  '*',
  '$ref',
  '{id}',
  'NAME%23x',
  '%25%32%46',
  'x'.repeat(6000),
])('an id written %s is 404', async (id) => {
  const path = (tail = '') => `/v1/platform/tenant/${id}${tail}`;
  await refused({ path: path(), headers: key() }, 404, 'not_found');
  await refused({ path: path('/key/'), headers: key() }, 404, 'not_found');
  await refused({ method: 'DELETE', path: path('/key/x'), headers: key() }, 404, 'not_found');
});

test('a name that is a fixed word of a path is that path', async () => {
  const { headers } = await refused({ path: '/v1/platform/tenant/plan', headers: key() }, 405, 'method_not_allowed');
  expect(headers.allow).toBe('POST');
});

test('a query that is given twice, or is not known, is told', async () => {
  const path = rowOf('getTenants').path;
  const fieldsOf = async (query: string) => {
    const { text } = await raw({ path: `${path}?${query}`, headers: key() });
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

test('a key is taken under any spelling of the header’s name, once', async () => {
  const [value] = Object.values(key());
  const path = '/v1/platform/auth/test';
  for (const name of ['X-API-KEY', 'x-api-key', 'X-Api-Key', 'x-aPI-kEY']) {
    expect((await raw({ path, headers: { [name]: value as string } })).status).toBe(200);
  }
  await refused({ path, headers: { 'X-API-KEY': [value as string, value as string] } }, 401, 'unauthorized');
  await refused({ path, headers: { Authorization: `Bearer ${value}` } }, 401, 'unauthorized');
  await refused({ path: `${path}?X-API-KEY=${value}` }, 401, 'unauthorized');
  expect((await raw({ path, headers: { 'X-API-KEY': `  ${value}  ` } })).status).toBe(200);
});

test('the key test answers to the letter as specified', async () => {
  const { status, text, headers } = await raw({ path: '/v1/platform/auth/test', headers: key() });
  expect({ status, text }).toEqual({ status: 200, text: '{"result":"success","payload":{}}' });
  expect(headers['content-length']).toBe('33');
});
