import { storedSchema } from '../db/storedSchema.ts';
import type { Tenant } from './schema.ts';

const tenantSchema = storedSchema<Tenant>();

/** A tenant's item. It also holds settings, so that one read is often enough. */
export type TenantItem = {
  json: string;
  schema?: number;
  name: string;
  version: number;
};

export const itemOf = (tenant: Tenant) => ({
  json: JSON.stringify(tenant),
  name: tenant.name,
  version: tenant.version,
  schema: tenantSchema.version,
  listed: 'TENANTS',
  listed_at: tenant.id.slice(4),
});

/** The index of all tenants holds no `schema`, but upgrading a current tenant changes nothing. */
export const tenantOf = ({ json, schema }: Pick<TenantItem, 'json' | 'schema'>): Tenant =>
  tenantSchema.upgrade(JSON.parse(json), schema);
