import { expect, test } from '@jest/globals';
import { gatewayPaths } from '../../../infra/stacks/gateway/gatewayPaths.ts';
import type { Route } from '../../../lib/route.ts';

const row = (id: string, method: Route['method'], path: Route['path'], alias?: Route['path']): Route => {
  const rest = { summary: id, caller: 'platform', status: 200, errors: [], access: [] } as const;
  return { id, method, path, ...(alias && { alias }), ...rest };
};

test('a path has no slash at its end, an alias is a path too, and the verbs of no row are unmatched', () => {
  const paths = gatewayPaths([row('getShops', 'GET', '/v1/shop/', '/shop'), row('createShop', 'POST', '/v1/shop/')]);
  expect(Object.keys(paths).sort()).toEqual(['/', '/shop', '/v1/shop', '/{proxy+}']);
  const unmatched = { PUT: 'unmatched', DELETE: 'unmatched', OPTIONS: 'unmatched', HEAD: 'unmatched', PATCH: 'unmatched' };
  expect(paths['/v1/shop']).toEqual({ GET: 'getShops', POST: 'createShop', ...unmatched });
  expect(paths['/shop']).toEqual({ GET: 'getShops', POST: 'unmatched', ...unmatched });
  expect(paths['/']).toEqual({ GET: 'unmatched', POST: 'unmatched', ...unmatched });
});

test('parameters below one another may have any names', () => {
  const rows = [row('a', 'GET', '/shop/{id}'), row('b', 'GET', '/shop/{id}/key/{key_id}'), row('c', 'GET', '/shop/plan')];
  expect(Object.keys(gatewayPaths(rows))).toHaveLength(5);
});

test.each<[string, Route['path'], Route['path']]>([
  ['at one place', '/shop/{id}', '/shop/{name}'],
  ['further down', '/shop/{id}/key', '/shop/{name}/user'],
  ['beside the catch-all', '/{shop}', '/shop'],
])('two names for one parameter are refused: %s', (_, one, other) => {
  expect(() => gatewayPaths([row('a', 'GET', one), row('b', 'POST', other)])).toThrow(/in place of/);
});

test('two rows for one method and path are refused, with or without a slash', () => {
  const rows = [row('a', 'GET', '/v1/shop/'), row('b', 'GET', '/other', '/v1/shop')];
  expect(() => gatewayPaths(rows)).toThrow('a and b are both GET /v1/shop');
});
