import * as z from 'zod/mini';
import { type Permissions, scopeOfPermission } from '../key/scopes.ts';
import { field, named } from '../values/documented.ts';
import { email, name, patch, phone } from '../values/fields.ts';

const areas = Object.keys(scopeOfPermission) as (keyof Permissions)[];

const flagText = (area: keyof Permissions) => {
  const scope = scopeOfPermission[area];
  return `Access to the dashboard area \`${area}\`. ${scope ? `Gives the user's keys \`${scope}\`.` : 'Gives no scope.'}`;
};

export const permissionFlags = () =>
  Object.fromEntries(areas.map((area) => [area, field(z.boolean(), flagText(area))])) as Record<
    keyof Permissions,
    z.ZodMiniBoolean
  >;

export const allPermissions = (value: boolean) => Object.fromEntries(areas.map((area) => [area, value])) as Permissions;

export const permissionsPatch = () =>
  named(patch(permissionFlags()), 'PermissionsInput', 'The dashboard permissions to change.');

const newPermissions = () =>
  named(
    z.partial(z.strictObject(permissionFlags())),
    'InitialPermissions',
    'Dashboard permissions. Each one defaults to false.',
  );

export const person = () => ({
  first_name: field(name(), 'The first name.'),
  last_name: field(name(), 'The last name.'),
  email: field(email(), 'The e-mail address.'),
  phone: field(phone(), 'The telephone number.'),
});

export const NewUser = () =>
  z.strictObject({
    ...person(),
    permissions: field(z.optional(newPermissions()), 'The dashboard permissions. Each one defaults to false.'),
  });
export type NewUser = z.output<ReturnType<typeof NewUser>>;

export const UserPatch = () =>
  patch({
    ...person(),
    email: field(email(), 'The e-mail address. It must be unique in the tenant and is not case-sensitive.'),
    permissions: field(permissionsPatch(), 'The permissions to change.'),
    active: field(z.boolean(), 'Whether the user may use the dashboard. The owner cannot be deactivated.'),
  });
export type UserPatch = z.output<ReturnType<typeof UserPatch>>;
