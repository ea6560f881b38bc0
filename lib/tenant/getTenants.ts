import { type ListQuery, page } from '../api/list.ts';
import { listed } from '../db/query.ts';
import { isFoundBy } from './rules.ts';
import type { Tenant } from './schema.ts';
import { type TenantItem, tenantOf } from './tenantItem.ts';

type Filters = { subscribed?: Tenant['subscribed'] | undefined; country?: string | undefined; q?: string | undefined };

/** All tenants, newest first. */
export const getTenants = (query: ListQuery & Filters) =>
  page<TenantItem, Tenant, Filters>({
    scope: 'PLATFORM',
    operation: 'getTenants',
    query,
    texts: ['q'],
    sourceFor: ({ subscribed, country, q }) => {
      const matches = (item: TenantItem) => {
        const tenant = tenantOf(item);
        return (
          (!subscribed || tenant.subscribed === subscribed) &&
          (!country || tenant.country === country) &&
          (!q || isFoundBy(q, tenant))
        );
      };
      return { source: listed('TENANTS'), view: tenantOf, isListed: subscribed || country || q ? matches : undefined };
    },
  });
