import type { TenantId } from '../db/key.ts';
import type { Body } from '../route.ts';
import { currencyOf } from '../values/country.ts';
import { timeId } from '../values/id.ts';
import type { createTenant } from './routes.ts';
import type { Tenant } from './schema.ts';
import { everything } from './userSchema.ts';

export type NewTenant = Body<ReturnType<typeof createTenant>>;

/** A tenant as it starts: active, on the standard store front, its owner allowed everything. */
export function newTenant({ owner, currency, ...given }: NewTenant, now: Date): Tenant & { id: TenantId } {
  const created = now.toISOString();
  return {
    id: `ten_${timeId(now)}`,
    ...given,
    currency: currency ?? currencyOf(given.country),
    owner: { id: `usr_${timeId(now)}`, ...owner, created, permissions: everything },
    store_host: null,
    forward_www: false,
    subscribed: 'active',
    front_end: 'standard',
    override_plan: null,
    permissions: everything,
    created,
    version: 1,
  };
}
