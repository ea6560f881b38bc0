import * as z from 'zod/mini';
import { listQuery } from '../list.ts';
import type { Route } from '../route.ts';
import { name } from '../values/fields.ts';
import { Entry } from './schema.ts';

export const getAudit = () =>
  ({
    id: 'getAudit',
    summary: 'Get the audit log',
    caller: 'platform',
    method: 'GET',
    path: '/v1/platform/audit/',
    status: 200,
    query: listQuery({ tenant: z.optional(name()) }),
    payload: z.object({ entries: z.array(Entry), next_cursor: z.nullable(z.string()) }),
    errors: ['not_found'],
  }) satisfies Route;
