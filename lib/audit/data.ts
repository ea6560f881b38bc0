import type { TenantId } from '../db/key.ts';
import { listed, partition } from '../db/query.ts';
import { type ListQuery, page } from '../list.ts';
import type { Entry } from './schema.ts';

/** What entries of older versions do not have. */
const missing = { key_label: null, actor: null, address: null, user_agent: null, tenant_name: null };

/** The audit log of one tenant or of all, newest first. */
export const getAuditLog = (query: ListQuery & { tenant?: TenantId | undefined }) =>
  page<{ json: string }, Entry, { tenant?: TenantId | undefined }>({
    scope: 'PLATFORM',
    operation: 'getAudit',
    query,
    sourceFor: ({ tenant }) => ({
      source: tenant ? partition(tenant, 'AUDIT#', 'descending') : listed('AUDIT'),
      view: ({ json }) => ({ ...missing, ...JSON.parse(json) }),
    }),
  });
