import type { TenantId } from '../db/key.ts';
import { listed, partition } from '../db/query.ts';
import { type ListQuery, page } from '../list.ts';
import { tenantIdOf } from '../tenant/data.ts';
import { Json } from '../values/json.ts';
import type { Entry } from './schema.ts';

type Filters = { tenant?: string | undefined };

/** What was changed, newest first: of all tenants or of one. */
export const getAuditLog = (query: ListQuery & Filters) =>
  page<{ json: string }, Json<Entry>, Filters>({
    scope: 'PLATFORM',
    operation: 'getAudit',
    query,
    begin: async ({ tenant }) => (tenant ? { tenant: await tenantIdOf(tenant) } : {}),
    source: ({ tenant }) => (tenant ? partition(tenant as TenantId, 'AUDIT#', 'descending') : listed('AUDIT')),
    view: ({ json }) => new Json(json),
  });
