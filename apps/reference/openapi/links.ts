import type { Route } from '../../../lib/api/route.ts';
import { routes } from '../../../lib/routes.ts';

/** Where the response of an operation that creates something has its ID. The key is the path to which the ID leads. */
const created: Record<string, { of: string; id: string }> = {
  createTenant: { of: '/tenant/{id}', id: 'tenant/id' },
  issueKey: { of: '/tenant/{id}/key/{key_id}', id: 'key/id' },
  issueOwnKey: { of: '/management/key/{key_id}', id: 'key/id' },
  createUser: { of: '/user/{id}', id: 'user/id' },
  putProduct: { of: '/product/{sku}', id: 'product/sku' },
  placeOrder: { of: '/order/{number}', id: 'orders/number' },
  splitShipment: { of: '/shipment/{id}', id: 'shipment/id' },
};

/** The operations that can be called with the ID of what an operation created. The other parameters are those of its own path. */
export function linksOf({ id, caller, path }: Route) {
  const link = created[id];
  if (!link) return undefined;
  const own = parametersIn(path);
  const parameter = parametersIn(link.of).at(-1);
  const followers = routes.filter((route) => {
    const others = parametersIn(route.path).filter((name) => name !== parameter);
    return route.caller === caller && route.path.includes(link.of) && others.every((name) => own.includes(name));
  });
  return Object.fromEntries(
    followers.map((route) => {
      const parameters = parametersIn(route.path).map((name) => [
        name,
        name === parameter ? `$response.body#/payload/${link.id}` : `$request.path.${name}`,
      ]);
      return [route.id, { operationId: route.id, parameters: Object.fromEntries(parameters) }];
    }),
  );
}

const parametersIn = (path: string) => [...path.matchAll(/{(\w+)}/g)].map(([, name = '']) => name);
