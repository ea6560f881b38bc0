import * as z from 'zod/mini';
import { email, name, patch, phone } from '../values/fields.ts';

export const areas = ['analytics', 'appearance', 'customers', 'home', 'orders', 'products', 'settings'] as const;
export type Permissions = Record<(typeof areas)[number], boolean>;

export const permissionFlags = () =>
  Object.fromEntries(areas.map((area) => [area, z.boolean()])) as Record<keyof Permissions, z.ZodMiniBoolean>;

export const allPermissions = (value: boolean) => Object.fromEntries(areas.map((area) => [area, value])) as Permissions;

export const person = () => ({ first_name: name(), last_name: name(), email: email(), phone: phone() });

export const NewUser = () =>
  z.strictObject({ ...person(), permissions: z.optional(z.partial(z.strictObject(permissionFlags()))) });
export type NewUser = z.output<ReturnType<typeof NewUser>>;

export const UserPatch = () => patch({ ...person(), permissions: patch(permissionFlags()), active: z.boolean() });
export type UserPatch = z.output<ReturnType<typeof UserPatch>>;
