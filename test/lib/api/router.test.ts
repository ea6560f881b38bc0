import { describe, expect, test } from '@jest/globals';
import type { Route } from '../../../lib/api/route.ts';
import { router } from '../../../lib/api/router.ts';
import { routes } from '../../../lib/routes.ts';
import { words } from '../../support/hostile.ts';

describe('the router', () => {
  const match = router(routes);
  const idsAt = (path: string) => match(path).map(({ route }) => `${route.method} ${route.id}`);

  test('prefers a fixed segment over a parameter', () => {
    expect(idsAt('/v1/platform/tenant/plan')).toEqual(['POST setStorePlan']);
    expect(idsAt('/v1/platform/tenant/plans').sort()).toEqual(['GET getTenant', 'PATCH updateTenant']);
  });

  test.each([
    '',
    ...words(`
      / // /v1 /v2/platform/tenant /v1/platform/tenant// /v1/platform/tenant//key //v1/platform/tenant /V1/platform/tenant
      /v1/platform/tenant/a/b /v1/platform/tenant/a/key/b/c /platform/tenant /v1/platform/auth/test/x
      /v1/platform/auth/../auth/test
    `),
  ])('finds nothing at %j', (path) => {
    expect(match(path)).toEqual([]);
  });

  test('decodes a parameter once, and keeps one that cannot be decoded', () => {
    const matchOnly = router([{ ...(routes[0] as Route), path: '/a/{id}' }]);
    const idAt = (path: string) => matchOnly(path)[0]?.pathParameters.id;
    expect(['/a/b%20c', '/a/%2Fx', '/a/%252F', '/a/%', '/a/%E0%A4%A', '/a/%C3%A4'].map(idAt)).toEqual([
      'b c',
      '/x',
      '%2F',
      '%',
      '%E0%A4%A',
      'ä',
    ]);
  });
});
