import { expect, test } from '@jest/globals';
import { gatewayPaths } from '../../../infra/stacks/gateway/gatewayDocument.ts';
import { publicEndpoints } from '../../../lib/api/publicEndpoints.ts';
import { routes } from '../../../lib/routes.ts';

/** The places that have several parameters, with their names. API Gateway allows one in each place of its tree of paths. */
function severalNames(paths: string[]) {
  const places = paths.flatMap((path) =>
    [...path.matchAll(/\{[^}]+\}/g)].map(({ 0: name, index }) => ({ place: path.slice(0, index), name })),
  );
  const byPlace = [...Map.groupBy(places, ({ place }) => place)];
  return byPlace
    .map(([place, all]) => [place, ...new Set(all.map(({ name }) => name))])
    .filter(([, ...names]) => names.length > 1);
}

test('a parameter of the gateway has the same name in all paths', () => {
  const paths = Object.keys(gatewayPaths([...routes, ...publicEndpoints]));
  expect(severalNames(paths)).toEqual([]);
  expect(severalNames([...paths, '/v1/platform/tenant/{name}/user', '/{page}'])).toEqual([
    ['/', '{proxy+}', '{page}'],
    ['/v1/platform/tenant/', '{id}', '{name}'],
  ]);
});
