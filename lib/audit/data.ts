import type { TenantId } from '../db/key.ts';
import { listed, partition } from '../db/query.ts';
import { type ListQuery, page } from '../list.ts';
import { Json } from '../values/json.ts';
import type { Entry } from './schema.ts';

/** The audit log of one tenant or of all, newest first. */
export const getAuditLog = (query: ListQuery & { tenant?: TenantId | undefined }) =>
  page<{ json: string }, Json<Entry>, { tenant?: TenantId | undefined }>({
    scope: 'PLATFORM',
    operation: 'getAudit',
    query,
    sourceFor: ({ tenant }) => ({
      source: tenant ? partition(tenant, 'AUDIT#', 'descending') : listed('AUDIT'),
      view: ({ json }) => new Json(json),
    }),
  });
