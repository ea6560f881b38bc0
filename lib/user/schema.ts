import * as z from 'zod/mini';
import { field, named, nextCursor, time } from '../values/documented.ts';
import { permissionFlags } from './inputs.ts';

export const Permissions = named(
  z.strictObject(permissionFlags()),
  'Permissions',
  'The dashboard permissions, one for each area.',
);
export type Permissions = z.infer<typeof Permissions>;

export const User = named(
  z.object({
    id: field(z.string(), 'The ID of the user.'),
    first_name: field(z.string(), 'The first name.'),
    last_name: field(z.string(), 'The last name.'),
    created: field(time, 'When the user was created.'),
    email: field(z.string(), 'The e-mail address.'),
    phone: field(z.string(), 'The telephone number in E.164 format.'),
    permissions: field(Permissions, "The user's dashboard permissions."),
    active: field(z.boolean(), 'Whether the user may use the dashboard.'),
  }),
  'DashboardUser',
  'A dashboard user.',
);
export type User = z.infer<typeof User>;

export const UserPage = z.object({ users: field(z.array(User), 'The users, newest first.'), next_cursor: nextCursor });
