import type { TenantId } from '../db/key.ts';
import { currencyOf } from '../values/country.ts';
import { timeId } from '../values/id.ts';
import { allPermissions, type NewTenant, type NewUser, type UserPatch } from './inputs.ts';
import type { Tenant, User } from './schema.ts';

/** A new tenant: active, on the standard store front; its owner may do everything. */
export function newTenant({ owner, currency, ...given }: NewTenant, now: Date): Tenant & { id: TenantId } {
  const created = now.toISOString();
  return {
    id: `ten_${timeId(now)}`,
    ...given,
    currency: currency ?? currencyOf(given.country),
    owner: { id: `usr_${timeId(now)}`, ...owner, created, permissions: allPermissions(true) },
    store_host: null,
    forward_www: false,
    subscribed: 'active',
    front_end: 'standard',
    override_plan: null,
    permissions: allPermissions(true),
    created,
    version: 1,
  };
}

/** A new user has only the permissions that are given. */
export const newUser = ({ permissions, ...given }: NewUser, now: Date): User => ({
  id: `usr_${timeId(now)}`,
  first_name: given.first_name,
  last_name: given.last_name,
  created: now.toISOString(),
  email: given.email,
  phone: given.phone,
  permissions: { ...allPermissions(false), ...permissions },
});

export const patchUser = (user: User, patch: UserPatch): User => ({
  ...user,
  ...patch,
  permissions: { ...user.permissions, ...patch.permissions },
});
