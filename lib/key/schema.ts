import * as z from 'zod/mini';
import { field, nextCursor, time } from '../values/documented.ts';
import { keyScopes } from './scopes.ts';

export const PlatformKey = z.object({
  id: field(z.string(), 'The ID of the key.'),
  label: field(z.nullable(z.string()), 'What the key is for.'),
  created: field(time, 'When the key was issued.'),
  expires: field(z.nullable(time), 'When the key expires. Null if it never expires.'),
  last_four: field(z.string(), 'The last four characters of the key.'),
  last_used: field(z.nullable(z.iso.date()), 'The day on which the key was last used. Null if it was never used.'),
  revoked: field(z.nullable(time), 'When the key was revoked. Null if it was not.'),
});
export type PlatformKey = z.infer<typeof PlatformKey>;

export const Key = z.extend(PlatformKey, {
  scopes: field(z.array(z.enum(keyScopes)), 'What the key may do. `write` includes `read`.'),
});
export type Key = z.infer<typeof Key>;

const issued = z.object({
  key: Key,
  secret: field(z.nullable(z.string()), 'The key itself. It is shown only once; a replayed request returns null.'),
});
const listed = z.object({
  keys: field(z.array(Key), 'The keys, newest first, including revoked ones.'),
  next_cursor: nextCursor,
});
const revoked = z.object({ key: Key });

export const answers = {
  testKey: z.strictObject({}),
  issueKey: issued,
  getKeys: listed,
  revokeKey: revoked,
  getPlatformKeys: z.object({
    keys: field(z.array(PlatformKey), 'The platform keys, sorted by label, including revoked ones.'),
    next_cursor: nextCursor,
  }),
  revokePlatformKey: z.object({ key: PlatformKey }),
  issueOwnKey: issued,
  getOwnKeys: listed,
  revokeOwnKey: revoked,
};
