import * as audit from './audit/routes.ts';
import * as key from './key/routes.ts';
import type { Route } from './route.ts';
import * as tenant from './tenant/routes.ts';

/** The route table: every operation of the service. */
export const routes: Route[] = [key, tenant, audit].flatMap((rows) => Object.values(rows).map((row): Route => row()));
