import * as z from 'zod/mini';
import { plans } from '../quota/quotas.ts';
import { permissionsPatch, person } from '../user/inputs.ts';
import { field, rule } from '../values/documented.ts';
import { country, currency, host, name, patch, timezone } from '../values/fields.ts';
import { optional, removable } from '../values/optional.ts';

/** Path segments that could be mistaken for a tenant's name. */
const reserved = ['plan', 'store-front', 'domain-link'];
const shape = /^[a-z0-9][a-z0-9-]{1,62}$/;

export const isTenantName = (text: string) => shape.test(text) && !reserved.includes(text);

const tenantName = () =>
  z
    .string()
    .check(
      rule(
        z.refine(
          isTenantName,
          `must be 2 to 63 lower-case letters, digits or hyphens, must not start with a hyphen, and must not be ${reserved.slice(0, -1).join(', ')} or ${reserved.at(-1)}`,
        ),
        { pattern: shape.source, not: { pattern: `^(${reserved.join('|')})$` } },
      ),
    );

export const subscriptions = ['active', 'expired'] as const;
export const frontEnds = ['flat', 'standard'] as const;

export const NewTenant = () =>
  z.strictObject({
    name: field(tenantName(), 'The unique name of the tenant.'),
    country: field(country(), 'The country.'),
    timezone: field(timezone(), 'The time zone.'),
    currency: field(optional(currency()), "The default currency. Defaults to the country's own."),
    owner: field(z.strictObject(person()), 'The first dashboard user, who owns the account.'),
  });
export type NewTenant = z.output<ReturnType<typeof NewTenant>>;

export const TenantPatch = () =>
  patch({
    name: field(tenantName(), 'The new name. The old name becomes available at once.'),
    country: field(country(), 'The country.'),
    timezone: field(timezone(), 'The time zone.'),
    subscribed: field(z.enum(subscriptions), 'Whether the subscription is active.'),
    suspended: field(
      z.boolean(),
      'Whether the tenant is suspended. Within 30 seconds its keys get 403 `tenant_suspended`, and its webhooks wait. A key that you issue during the suspension can only read. False ends the suspension.',
    ),
    permissions: field(permissionsPatch(), 'The permissions to change.'),
    owner: field(
      z.string(),
      'The ID of the user who becomes the owner and gets all permissions. The former owner keeps their permissions.',
    ),
  });
export type TenantPatch = z.output<ReturnType<typeof TenantPatch>>;

const tenant = () => field(name(), 'The name of the tenant.');

export const StoreFront = () => z.strictObject({ tenant: tenant(), front_end: field(z.enum(frontEnds), 'The store front.') });

export const StorePlan = () =>
  z.strictObject({
    tenant: tenant(),
    override_plan: field(removable(z.enum(plans)), 'The plan that overrides the subscribed one. Null removes the override.'),
  });

export const DomainLink = () =>
  z.strictObject({
    tenant: tenant(),
    host: field(
      removable(host()),
      'The host name to link. It is stored as lower-case ASCII and belongs to one tenant at a time. Null unlinks the current one.',
    ),
    forward_www: field(
      z.optional(z.boolean()),
      'Whether the `www.` form of the host also belongs to the store. Unchanged if missing.',
    ),
  });
