import type { Route } from './api/route.ts';
import * as audit from './audit/routes.ts';
import * as availability from './availability/routes.ts';
import * as key from './key/routes.ts';
import * as legal from './legal/routes.ts';
import * as order from './order/routes.ts';
import * as product from './product/routes.ts';
import * as shipping from './shipping/routes.ts';
import * as tenant from './tenant/routes.ts';
import * as user from './user/routes.ts';
import * as webhook from './webhook/routes.ts';

const rows = [key, tenant, user, audit, order, availability, product, shipping, legal, webhook] as const;

/** The route table: all operations of the service. */
export const routes: Route[] = rows.flatMap((noun) => Object.values(noun).map((row): Route => row()));

export function routeOf(id: string): Route {
  const route = routes.find((one) => one.id === id);
  if (!route) throw new Error(`There is no operation ${id}.`);
  return route;
}

type All<Nouns> = Nouns extends readonly [infer First, ...infer Rest] ? First & All<Rest> : unknown;
type Rows = All<typeof rows>;

/** The routes by ID, for use in types. */
export type Operations = { [Id in keyof Rows]: Rows[Id] extends () => Route ? ReturnType<Rows[Id]> : never };
