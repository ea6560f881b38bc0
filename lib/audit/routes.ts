import * as z from 'zod/mini';
import { listQuery } from '../api/list.ts';
import { row } from '../api/route.ts';
import { dateTime, name } from '../values/fields.ts';

const filters = () => ({
  operation: z.optional(name()),
  key: z.optional(name()),
  from: z.optional(dateTime()),
  to: z.optional(dateTime()),
});

type Range = { from?: string | undefined; to?: string | undefined };

const inOrder = z.refine<Range>(({ from = '', to = '~' }) => from <= to, { path: ['to'], error: 'must not be before `from`' });

export const getAudit = () =>
  row({
    id: 'getAudit',
    summary: 'Get the audit log',
    method: 'GET',
    path: '/v1/platform/audit/',
    query: listQuery({ tenant: z.optional(name()), ...filters() }).check(inOrder),
    errors: ['not_found'],
    access: ['Query', 'Query listed'],
  });

export const getOwnAudit = () =>
  row({
    id: 'getOwnAudit',
    summary: 'Get the audit log',
    method: 'GET',
    path: '/v1/management/audit/',
    query: listQuery(filters()).check(inOrder),
    access: ['Query'],
  });
