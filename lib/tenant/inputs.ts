import * as z from 'zod/mini';
import { country, currency, email, host, name, patch, phone, timezone } from '../values/fields.ts';
import { optional, removable } from '../values/optional.ts';

/** Path segments that could be mistaken for a tenant's name. */
export const reserved = ['plan', 'store-front', 'domain-link'];
const shape = /^[a-z0-9][a-z0-9-]{1,62}$/;

export const isTenantName = (text: string) => shape.test(text) && !reserved.includes(text);

const tenantName = () =>
  z
    .string()
    .check(
      z.refine(
        isTenantName,
        `must be 2 to 63 lowercase letters, digits or hyphens, must not start with a hyphen, and must not be ${reserved.slice(0, -1).join(', ')} or ${reserved.at(-1)}`,
      ),
    );

export const subscriptions = ['active', 'expired'] as const;
export const frontEnds = ['flat', 'standard'] as const;
export const plans = ['trial', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5'] as const;

export const areas = ['analytics', 'appearance', 'customers', 'home', 'orders', 'products', 'settings'] as const;
export type Permissions = Record<(typeof areas)[number], boolean>;

export const permissionFlags = () =>
  Object.fromEntries(areas.map((area) => [area, z.boolean()])) as Record<keyof Permissions, z.ZodMiniBoolean>;

export const allPermissions = (value: boolean) => Object.fromEntries(areas.map((area) => [area, value])) as Permissions;

const person = () => ({ first_name: name(), last_name: name(), email: email(), phone: phone() });

export const NewTenant = () =>
  z.strictObject({
    name: tenantName(),
    country: country(),
    timezone: timezone(),
    currency: optional(currency()),
    owner: z.strictObject(person()),
  });
export type NewTenant = z.output<ReturnType<typeof NewTenant>>;

export const TenantPatch = () =>
  patch({
    name: tenantName(),
    country: country(),
    timezone: timezone(),
    subscribed: z.enum(subscriptions),
    permissions: patch(permissionFlags()),
    owner: z.string(),
  });
export type TenantPatch = z.output<ReturnType<typeof TenantPatch>>;

export const StoreFront = () => z.strictObject({ tenant: name(), front_end: z.enum(frontEnds) });

export const StorePlan = () => z.strictObject({ tenant: name(), override_plan: z.nullable(z.enum(plans)) });

export const DomainLink = () =>
  z.strictObject({ tenant: name(), host: removable(host()), forward_www: z.optional(z.boolean()) });

export const NewUser = () =>
  z.strictObject({ ...person(), permissions: z.optional(z.partial(z.strictObject(permissionFlags()))) });
export type NewUser = z.output<ReturnType<typeof NewUser>>;

export const UserPatch = () => patch({ ...person(), permissions: patch(permissionFlags()), active: z.boolean() });
export type UserPatch = z.output<ReturnType<typeof UserPatch>>;
