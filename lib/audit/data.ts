import { listed, partition } from '../db/query.ts';
import { type ListQuery, page } from '../list.ts';
import { tenantIdOf } from '../tenant/data.ts';
import type { Entry } from './schema.ts';

/** What was changed, newest first: of all tenants or of one. */
export const getAuditLog = (query: ListQuery & { tenant?: string | undefined }) =>
  page<{ json: string }, Entry, { tenant?: string | undefined }>({
    scope: 'PLATFORM',
    operation: 'getAudit',
    query,
    source: async ({ tenant }) => (tenant ? partition(await tenantIdOf(tenant), 'AUDIT#', 'descending') : listed('AUDIT')),
    view: ({ json }) => JSON.parse(json),
  });
