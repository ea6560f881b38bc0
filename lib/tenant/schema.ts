import * as z from 'zod/mini';
import { plans } from '../quota/quotas.ts';
import { Permissions, User } from '../user/schema.ts';
import { field, named, time } from '../values/documented.ts';
import { frontEnds, subscriptions } from './inputs.ts';

export const Tenant = named(
  z.object({
    id: field(z.string(), 'The ID of the tenant.'),
    name: field(z.string(), 'The unique name of the tenant. It can change.'),
    owner: field(User, 'The dashboard user who owns the account.'),
    country: field(z.string(), 'The ISO 3166-1 alpha-2 code of the country.'),
    currency: field(z.string(), 'The ISO 4217 code of the default currency for prices and orders.'),
    timezone: field(z.string(), 'The time zone, as a tz database name.'),
    store_host: field(z.nullable(z.string()), 'The host name of the store. Null until one is linked.'),
    forward_www: field(z.boolean(), 'Whether the `www.` form of the host also belongs to the store.'),
    subscribed: field(z.enum(subscriptions), 'Whether the subscription is active.'),
    suspended: field(
      z.boolean(),
      'Whether the operator has suspended the tenant. Then its webhooks wait and its keys do not work. Keys issued during the suspension can only read.',
    ),
    front_end: field(z.enum(frontEnds), 'The store front.'),
    override_plan: field(z.nullable(z.enum(plans)), 'The plan that overrides the subscribed one. Null if there is none.'),
    permissions: field(Permissions, "The tenant's dashboard permissions."),
    created: field(time, 'When the tenant was created.'),
    version: field(z.int().check(z.minimum(1)), 'Increases by one with each change. The ETag contains it.'),
  }),
  'Tenant',
  'A store account.',
);
export type Tenant = z.infer<typeof Tenant>;
