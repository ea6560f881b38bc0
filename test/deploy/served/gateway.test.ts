import { describe, expect, test } from '@jest/globals';
import type { Route } from '../../../lib/api/route.ts';
import { pathsOf } from '../../../lib/api/router.ts';
import { routes } from '../../../lib/routes.ts';
import { fetched, sent, shaped } from '../../support/call.ts';
import { times } from '../../support/orders.ts';

const places = routes.flatMap((row) =>
  pathsOf(row).map((path) => ({ row, path: path.replace(/\{\w+\}/g, 'nothing').replace(/\/$/, '') })),
);

/** The response to a request without a key. */
const responseTo = async (row: Route, method: string, url: string) => shaped(row, await fetched({ method, url }));

describe.each(places)('$row.method $path', ({ row, path }) => {
  test.each([path, `${path}/`])('requires a key: %s', async (url) => {
    expect(await responseTo(row, row.method, url)).toMatchObject({ status: 401, code: 'unauthorized' });
  });

  test('rejects other methods, and lists its own in Allow', async () => {
    const { status, headers } = await responseTo(row, 'OPTIONS', path);
    expect(status).toBe(405);
    expect(headers.allow?.split(', ')).toContain(row.method);
  });
});

test.each(['/', '/v1', '/v1/management/orders', '/v1/platform/tenant/a/b/c'])('finds nothing at %s', async (path) => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    expect(await responseTo(routes[0] as Route, method, path)).toMatchObject({ status: 404, code: 'not_found' });
  }
});

test('the API document and its page are public', async () => {
  const [document, page] = await Promise.all(['/openapi.json', '/docs'].map((url) => fetched({ method: 'GET', url })));
  expect(Object.keys(JSON.parse(String(document?.body)).paths)).toContain('/v1/management/order/');
  expect(page).toMatchObject({ statusCode: 200, body: expect.stringContaining('<html') });
});

test('rate limits an operation', async () => {
  const request = { method: 'GET', url: '/v1/platform/audit' };
  const statuses = new Set<number>();
  for (let round = 0; round < 40 && !statuses.has(429); round++) {
    for (const { statusCode } of await times(10, () => sent(request))) statuses.add(statusCode);
  }
  expect([...statuses]).toEqual([401, 429]);
});
