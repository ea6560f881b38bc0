import * as z from 'zod/mini';
import { frontEnds, permissionFlags, plans, subscriptions } from './inputs.ts';

export const Permissions = z.strictObject(permissionFlags());
export type Permissions = z.infer<typeof Permissions>;

export const User = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  created: z.string(),
  email: z.string(),
  phone: z.string(),
  permissions: Permissions,
});
export type User = z.infer<typeof User>;

export const Tenant = z.object({
  id: z.string(),
  name: z.string(),
  owner: User,
  country: z.string(),
  currency: z.string(),
  timezone: z.string(),
  store_host: z.nullable(z.string()),
  forward_www: z.boolean(),
  subscribed: z.enum(subscriptions),
  front_end: z.enum(frontEnds),
  override_plan: z.nullable(z.enum(plans)),
  permissions: Permissions,
  created: z.string(),
  version: z.number(),
});
export type Tenant = z.infer<typeof Tenant>;

const tenantAnswer = z.object({ tenant: Tenant });
const userAnswer = z.object({ user: User });

export const answers = {
  getTenant: tenantAnswer,
  getTenants: z.object({ tenants: z.array(Tenant), next_cursor: z.nullable(z.string()) }),
  createTenant: tenantAnswer,
  updateTenant: tenantAnswer,
  setStoreFront: tenantAnswer,
  setStorePlan: tenantAnswer,
  linkDomain: tenantAnswer,
  getOwnTenant: tenantAnswer,
  getUser: userAnswer,
  getUsers: z.object({ users: z.array(User), next_cursor: z.nullable(z.string()) }),
  createUser: userAnswer,
  updateUser: userAnswer,
};
