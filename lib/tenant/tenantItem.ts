import type { Item } from '../db/action.ts';
import { storedSchema } from '../db/storedSchema.ts';
import type { Tenant } from './schema.ts';

const tenantSchema = storedSchema<Tenant>();

/** A tenant's item. It also holds settings, so that one read is often enough. */
export type TenantItem = {
  json: string;
  schema?: number;
  name: string;
  version: number;
  /** When its suspension began. Keys that the platform issues during the suspension contain the same time. */
  suspended_since?: string;
  /** The names of its followers, so that whoever changes an order knows whether to tell them. */
  followers?: string[];
  /** While it is being deleted: when the export of it began. */
  exported?: string;
};

/** What a change of a tenant means for its suspension. Later changes keep the time at which it began. */
export const suspensionOf = (before: Tenant, after: Tenant, now: Date): Item =>
  before.suspended === after.suspended ? {} : { suspended_since: after.suspended ? now.toISOString() : undefined };

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
