import * as z from 'zod/mini';
import { timeIdPattern } from '../values/id.ts';
import { Permissions, User } from './userSchema.ts';

export const Tenant = z.object({
  id: z.string(),
  name: z.string(),
  owner: User,
  country: z.string(),
  currency: z.string(),
  timezone: z.string(),
  store_host: z.nullable(z.string()),
  forward_www: z.boolean(),
  subscribed: z.enum(['active', 'expired']),
  front_end: z.enum(['flat', 'standard']),
  override_plan: z.nullable(z.enum(['trial', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5'])),
  permissions: Permissions,
  created: z.string(),
  version: z.number(),
});
export type Tenant = z.infer<typeof Tenant>;

/** Words that stand in a tenant's place in a path. */
const taken = ['plan', 'store-front', 'domain-link'];
const shape = /^[a-z0-9][a-z0-9-]{1,62}$/;

export const isTenantName = (text: string) => shape.test(text) && !taken.includes(text);

export const isTenantId = (text: string) => text.startsWith('ten_') && timeIdPattern.test(text.slice(4));

export const tenantName = () =>
  z
    .string()
    .check(z.refine(isTenantName, `must be 2 to 63 of a-z, 0-9 and -, not start with -, and be none of ${taken.join(', ')}`));
