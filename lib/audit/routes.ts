import * as z from 'zod/mini';
import { listQuery } from '../api/list.ts';
import { defineRoute } from '../api/route.ts';
import { field } from '../values/documented.ts';
import { dateTime, inOrder, name } from '../values/fields.ts';
import { AuditPage } from './schema.ts';

const filters = () => ({
  operation: field(z.optional(name()), 'Only entries of this operation, such as `updateLegal`.'),
  key: field(z.optional(name()), 'Only changes made with the key that has this ID.'),
  from: field(z.optional(dateTime()), 'Only entries at or after this time.'),
  to: field(z.optional(dateTime()), 'Only entries at or before this time.'),
});

export const getAudit = () =>
  defineRoute({
    id: 'getAudit',
    summary: 'Get the audit log',
    description:
      'Lists changes made with platform keys and by commands, newest first. With `tenant`, lists all changes to that tenant, including those made with its own keys. A new entry may take a second to appear. Entries do not change while the tenant exists. When a tenant is deleted, only those of platform keys and commands are kept, without the personal data of its users. To find them, send the ID of the deleted tenant as `tenant`.',
    place: ['Platform: audit log', 1],
    method: 'GET',
    path: '/v1/platform/audit/',
    query: listQuery({
      tenant: field(
        z.optional(name()),
        'Only changes to this tenant, given by ID or name. Includes changes made with its own keys.',
      ),
      ...filters(),
    }).check(inOrder('from', 'to')),
    errors: ['not_found'],
    payload: AuditPage,
    returns: 'entries',
    access: ['Query', 'Query listed'],
  });

export const getOwnAudit = () =>
  defineRoute({
    id: 'getOwnAudit',
    summary: 'Get the audit log',
    description:
      "Lists changes to the tenant and to its products, stock, users, settings, webhooks and keys, newest first. It includes changes made by the platform, without the label of the key, the address and the user agent. A new entry may take a second to appear. Entries never change, and are kept until the store is deleted. Changes to orders are in each order's history.",
    place: ['Management: audit log', 1],
    method: 'GET',
    path: '/v1/management/audit/',
    query: listQuery(filters()).check(inOrder('from', 'to')),
    payload: AuditPage,
    returns: 'entries',
    access: ['Query'],
  });
