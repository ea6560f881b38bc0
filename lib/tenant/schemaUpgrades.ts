import { type Older, storedSchema } from '../db/storedSchema.ts';
import type { User } from '../user/schema.ts';
import type { Tenant } from './schema.ts';

/** In version 1, users could not be deactivated. */
const toSecondUser = (user: Older): User => ({ ...user, active: user.active ?? true });

export const userSchema = storedSchema<User>(toSecondUser);

export const tenantSchema = storedSchema<Tenant>((tenant) => ({ ...tenant, owner: toSecondUser(tenant.owner) }));
