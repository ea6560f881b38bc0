import * as z from 'zod/mini';
import { permissionFlags, person } from '../user/inputs.ts';
import { country, currency, host, name, patch, timezone } from '../values/fields.ts';
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
