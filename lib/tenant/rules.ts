import type { TenantId } from '../db/key.ts';
import { allPermissions } from '../user/inputs.ts';
import { currencyOf } from '../values/country.ts';
import { hostInAscii } from '../values/host.ts';
import { timeId } from '../values/id.ts';
import type { NewTenant } from './inputs.ts';
import type { Tenant } from './schema.ts';

/** A new tenant is active, has the standard store front, and its owner has all permissions. */
export function newTenant({ owner, currency, ...input }: NewTenant, now: Date): Tenant & { id: TenantId } {
  const created = now.toISOString();
  return {
    id: `ten_${timeId(now)}`,
    ...input,
    currency: currency ?? currencyOf(input.country),
    owner: { id: `usr_${timeId(now)}`, ...owner, created, permissions: allPermissions(true), active: true },
    store_host: null,
    forward_www: false,
    subscribed: 'active',
    suspended: false,
    front_end: 'standard',
    override_plan: null,
    permissions: allPermissions(true),
    created,
    version: 1,
  };
}

/** Whether a tenant's name starts with `q`, or its store's host is exactly `q`, in any spelling. */
export function isFoundBy(q: string, { name, store_host, forward_www }: Tenant): boolean {
  const host = hostInAscii(q);
  const isHost = store_host !== null && (host === store_host || (forward_www && host === `www.${store_host}`));
  return isHost || name.startsWith(q.toLowerCase());
}
