import * as z from 'zod/mini';
import { field, named, nextCursor, time } from '../values/documented.ts';

const Fields = z.record(z.string(), z.unknown());

export const Entry = named(
  z.object({
    id: field(z.string(), 'The ID of the entry.'),
    time: field(time, 'When the change was made.'),
    key: field(z.nullable(z.string()), 'The ID of the key that made the change. Null if a command made it.'),
    key_label: field(z.nullable(z.string()), 'The label of that key.'),
    actor: field(
      z.nullable(z.string()),
      "Who acted on the caller's side: the `X-Actor` of the request or, with a staff key, the ID of its user. For a command, the AWS principal that ran it.",
    ),
    address: field(z.nullable(z.string()), 'The IP address of the caller.'),
    user_agent: field(z.nullable(z.string()), 'The `User-Agent` of the request, truncated to 200 characters.'),
    request_id: field(z.nullable(z.string()), 'The `X-Request-Id` of the request. Null for a command.'),
    tenant: field(
      z.nullable(z.string()),
      'The ID of the changed tenant. Null for a change to platform keys or to the secrets that make keys.',
    ),
    tenant_name: field(
      z.nullable(z.string()),
      "The name of that tenant. For 25 seconds after a rename, entries for changes made with the tenant's own keys can still show the old name.",
    ),
    operation: field(z.string(), 'The operation, such as `updateTenant`.'),
    before: field(Fields, 'The changed fields before the change. Empty for something new.'),
    after: field(Fields, 'These fields after the change, and a `reason` if one was given. Empty if something was revoked.'),
  }),
  'AuditEntry',
  "A change to a tenant, or to the platform's keys.",
);
export type Entry = z.infer<typeof Entry>;

export const AuditPage = z.object({ entries: field(z.array(Entry), 'The entries, newest first.'), next_cursor: nextCursor });
