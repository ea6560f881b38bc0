import * as z from 'zod/mini';
import { User } from '../user/schema.ts';
import { field, named, nextCursor, time } from '../values/documented.ts';
import { keyScopes } from './scopes.ts';

export const PlatformKey = named(
  z.object({
    id: field(z.string(), 'The ID of the key.'),
    label: field(z.nullable(z.string()), 'What the key is for.'),
    created: field(time, 'When the key was issued.'),
    expires: field(z.nullable(time), 'When the key expires. Null if it never expires.'),
    last_four: field(z.string(), 'The last four characters of the key.'),
    last_used: field(z.nullable(z.iso.date()), 'The day on which the key was last used. Null if it was never used.'),
    revoked: field(z.nullable(time), 'When the key was revoked. Null if it was not.'),
  }),
  'PlatformKey',
  'A platform key. The key itself is shown only when a command issues it.',
);
export type PlatformKey = z.infer<typeof PlatformKey>;

export const Key = named(
  z.extend(PlatformKey, {
    user: field(z.nullable(z.string()), 'The ID of the user that a staff key belongs to. Null for other keys.'),
    scopes: field(
      z.array(z.enum(keyScopes)),
      "What the key may do. `write` includes the other scopes of its area. Those of a staff key follow its user's permissions.",
    ),
  }),
  'Key',
  'A management key. The key itself is shown only when it is issued.',
);
export type Key = z.infer<typeof Key>;

export const IssuedKey = z.object({
  key: Key,
  secret: field(z.nullable(z.string()), 'The key itself. It is shown only once; a replayed request returns null.'),
});
export const KeyOwn = z.object({
  key: Key,
  user: field(z.nullable(User), 'The user that the key belongs to. Null unless it is a staff key.'),
  tenant: field(
    named(
      z.object({
        id: field(z.string(), 'The ID of the tenant.'),
        name: field(z.string(), 'The unique name of the tenant. It can change.'),
        currency: field(z.string(), 'The ISO 4217 code of the default currency for prices and orders.'),
        timezone: field(z.string(), 'The time zone, as a tz database name.'),
      }),
      'TenantSummary',
      'The most important fields of a tenant.',
    ),
    'The tenant that the key belongs to.',
  ),
});
export const KeyPage = z.object({
  keys: field(
    z.array(Key),
    'The keys, newest first, including revoked ones. Staff keys are listed until 30 days after they expire.',
  ),
  next_cursor: nextCursor,
});
