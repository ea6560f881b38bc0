import { describe, expect, test } from '@jest/globals';
import { pathsOf } from '../../../lib/router.ts';
import { routes } from '../../../lib/routes.ts';
import { checked, fetched, shaped } from '../../support/call.ts';

const places = routes.flatMap((row) =>
  pathsOf(row).map((path) => ({ row, path: path.replace(/\{\w+\}/g, 'nothing').replace(/\/$/, '') })),
);

describe.each(places)('$row.method $path', ({ row, path }) => {
  test.each([path, `${path}/`])('is an operation, which asks for a key: %s', async (url) => {
    const answer = checked(row, await fetched({ method: row.method, url }));
    expect(answer).toMatchObject({ status: 401, code: 'unauthorized', headers: { 'cache-control': 'no-store' } });
  });
});

test('a method that a path does not take is told what it takes', async () => {
  for (const { row, path } of places) {
    const answer = shaped(row, await fetched({ method: 'OPTIONS', url: path }));
    expect(answer).toMatchObject({ status: 405, code: 'method_not_allowed' });
    expect(answer.headers.allow?.split(', ')).toContain(row.method);
  }
});

test.each(['/', '/v1', '/v1/management/orders', '/v1/platform/tenant/a/b/c', '/favicon.ico'])(
  'there is nothing at %s',
  async (url) => {
    const [row] = routes as [(typeof routes)[number]];
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect(shaped(row, await fetched({ method, url }))).toMatchObject({ status: 404, code: 'not_found' });
    }
  },
);
