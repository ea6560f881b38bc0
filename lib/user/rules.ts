import { timeId } from '../values/id.ts';
import { allPermissions, type NewUser, type UserPatch } from './inputs.ts';
import type { User } from './schema.ts';

/** A new user has only the permissions in the input. */
export const newUser = ({ permissions, ...input }: NewUser, now: Date): User => ({
  id: `usr_${timeId(now)}`,
  first_name: input.first_name,
  last_name: input.last_name,
  created: now.toISOString(),
  email: input.email,
  phone: input.phone,
  permissions: { ...allPermissions(false), ...permissions },
  active: true,
});

export const patchUser = (user: User, patch: UserPatch): User => ({
  ...user,
  ...patch,
  permissions: { ...user.permissions, ...patch.permissions },
});
