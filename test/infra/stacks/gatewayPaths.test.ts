import { expect, test } from '@jest/globals';
import { gatewayPaths } from '../../../infra/stacks/gateway/gatewayDocument.ts';
import type { Endpoint } from '../../../lib/api/route.ts';

const row = (id: string, method: Endpoint['method'], path: Endpoint['path'], alias?: Endpoint['path']): Endpoint => ({
  id,
  method,
  path,
  ...(alias && { alias }),
});

test('parameters at different depths may have different names', () => {
  const rows = [row('a', 'GET', '/shop/{id}'), row('b', 'GET', '/shop/{id}/key/{key_id}'), row('c', 'GET', '/shop/plan')];
  expect(Object.keys(gatewayPaths(rows))).toHaveLength(5);
});

test.each<[string, Endpoint['path'], Endpoint['path']]>([
  ['at the same position', '/shop/{id}', '/shop/{name}'],
  ['with more segments after it', '/shop/{id}/key', '/shop/{name}/user'],
  ['next to the catch-all', '/{shop}', '/shop'],
])('rejects two names for one parameter: %s', (_, one, other) => {
  expect(() => gatewayPaths([row('a', 'GET', one), row('b', 'POST', other)])).toThrow(
    /the parameter \{.*\} is called \{.*\} in other paths/,
  );
});

test('rejects two rows for one method and path, with or without a slash', () => {
  const rows = [row('a', 'GET', '/v1/shop/'), row('b', 'GET', '/other', '/v1/shop')];
  expect(() => gatewayPaths(rows)).toThrow('a and b are both GET /v1/shop');
});
