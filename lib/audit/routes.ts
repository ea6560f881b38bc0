import * as z from 'zod/mini';
import { listQuery } from '../list.ts';
import { row } from '../route.ts';
import { name } from '../values/fields.ts';

export const getAudit = () =>
  row({
    id: 'getAudit',
    summary: 'Get the audit log',
    method: 'GET',
    path: '/v1/platform/audit/',
    query: listQuery({ tenant: z.optional(name()) }),
    errors: ['not_found'],
    access: ['Query', 'Query listed'],
  });
