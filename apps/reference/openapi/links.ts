import type { Route } from '../../../lib/api/route.ts';
import { routes } from '../../../lib/routes.ts';
import { namesIn } from './parameters.ts';

/** The operations that can be called with the ID of what an operation created. The other parameters are those of its own path. */
export function linksOf({ creates, caller, path }: Route) {
  if (!creates) return undefined;
  const own = namesIn(path);
  const parameter = namesIn(creates.path).at(-1);
  const followers = routes.filter((route) => {
    const others = namesIn(route.path).filter((name) => name !== parameter);
    return route.caller === caller && route.path.includes(creates.path) && others.every((name) => own.includes(name));
  });
  return Object.fromEntries(
    followers.map((route) => {
      const parameters = namesIn(route.path).map((name) => [
        name,
        name === parameter ? `$response.body#/payload/${creates.id}` : `$request.path.${name}`,
      ]);
      return [route.id, { operationId: route.id, parameters: Object.fromEntries(parameters) }];
    }),
  );
}
