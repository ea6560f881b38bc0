import * as z from 'zod/mini';
import { field, nextCursor, time } from '../values/documented.ts';
import { permissionFlags } from './inputs.ts';

export const Permissions = z.strictObject(permissionFlags());
export type Permissions = z.infer<typeof Permissions>;

export const User = z.object({
  id: field(z.string(), 'The ID of the user.'),
  first_name: field(z.string(), 'The first name.'),
  last_name: field(z.string(), 'The last name.'),
  created: field(time, 'When the user was created.'),
  email: field(z.string(), 'The e-mail address.'),
  phone: field(z.string(), 'The telephone number in E.164 format.'),
  permissions: field(Permissions, "The user's dashboard permissions."),
  active: field(z.boolean(), 'Whether the user may use the dashboard.'),
});
export type User = z.infer<typeof User>;

const userAnswer = z.object({ user: User });

export const answers = {
  getUser: userAnswer,
  getUsers: z.object({ users: field(z.array(User), 'The users, newest first.'), next_cursor: nextCursor }),
  createUser: userAnswer,
  updateUser: userAnswer,
};
