import { subscriptions } from '../../lib/tenant/inputs.ts';
import type { Tenant } from '../../lib/tenant/schema.ts';
import { platformCommand } from './command.ts';
import { listOf, record } from './textTable.ts';
import { permissionsIn } from './users.ts';

export function tenantText({ owner, permissions, ...fields }: Tenant): string {
  const denied = Object.entries(permissions).flatMap(([name, allowed]) => (allowed ? [] : [name]));
  const { id, first_name, last_name, email, phone } = owner;
  const contact = { owner: `${first_name} ${last_name}`, email, phone, owner_id: id };
  return record({ ...fields, ...contact, permissions_off: denied.join(', ') || null });
}

const subscribed = { type: 'string', values: subscriptions } as const;
const country = { type: 'string', summary: 'ISO 3166-1 code, such as DE' } as const;
const timezone = { type: 'string', summary: 'tz database name, such as Europe/Berlin' } as const;

export const tenants = [
  platformCommand({
    name: 'tenant list',
    summary: 'Lists the tenants, newest first',
    examples: ['tenant list', 'tenant list --country DE --subscribed active', 'tenant list --find tea --json'],
    options: {
      subscribed: { ...subscribed, summary: 'only tenants in this state: active or expired' },
      country: { type: 'string', summary: 'only tenants in this country, such as DE' },
      find: { type: 'string', summary: 'only tenants whose name starts with this, or whose store has exactly this host' },
    },
    call: (platform, { find: q, ...filters }) => Array.fromAsync(platform.tenants({ ...filters, q })),
    print: listOf<Tenant>([
      'name',
      'id',
      'country',
      'subscribed',
      ['plan', 'override_plan'],
      ['front end', 'front_end'],
      ['host', 'store_host'],
      'created',
    ]),
  }),
  platformCommand({
    name: 'tenant show',
    args: { tenant: {} },
    summary: 'Shows a tenant (name or ID)',
    examples: ['tenant show tea-house', 'tenant show tea-house --json'],
    call: (platform, { tenant }) => platform.getTenant({ id: tenant }),
    print: tenantText,
  }),
  platformCommand({
    name: 'tenant create',
    args: { name: {} },
    summary: 'Creates a tenant',
    examples: [
      'tenant create tea-house --country DE --timezone Europe/Berlin --first-name Ada --last-name Example --email ada@example.com --phone +4930123456',
      'tenant create tea-shop --country GB --timezone Europe/London --currency EUR --first-name Alan --last-name Example --email alan@example.com --phone +442071234567',
    ],
    options: {
      country: { ...country, required: true },
      timezone: { ...timezone, required: true },
      currency: { type: 'string', summary: "ISO 4217 code, such as EUR; the country's by default" },
      first_name: { type: 'string', summary: "owner's first name", required: true },
      last_name: { type: 'string', summary: "owner's last name", required: true },
      email: { type: 'string', summary: "owner's e-mail address", required: true },
      phone: { type: 'string', summary: "owner's phone number, such as +4915112345678", required: true },
    },
    call: (platform, { name, country, timezone, currency, ...owner }) =>
      platform.createTenant({ name, country, timezone, currency, owner }),
    print: tenantText,
  }),
  platformCommand({
    name: 'tenant update',
    args: { tenant: {} },
    summary: 'Changes a tenant; what you leave out stays as it is',
    examples: [
      'tenant update tea-house --subscribed expired',
      'tenant update tea-house --suspended yes',
      'tenant update tea-house --permission analytics=false --permission home=true',
    ],
    options: {
      name: { type: 'string', summary: 'new name, which no other tenant may have' },
      country,
      timezone,
      subscribed: { ...subscribed, summary: 'active or expired' },
      suspended: {
        type: 'string',
        values: ['yes', 'no'],
        summary:
          'yes or no; while a tenant is suspended, only keys that are issued during the suspension work, and they can only read',
      },
      permission: { type: 'string', summary: 'a permission to turn on or off, such as analytics=false', multiple: true },
      owner: { type: 'string', summary: 'the ID of the user who becomes the owner' },
      version: { type: 'integer', summary: 'fail unless the tenant still has this version, as tenant show prints it' },
    },
    call: (platform, { tenant: id, permission, suspended, version, ...fields }) =>
      platform.updateTenant(
        { id, ...fields, ...(suspended && { suspended: suspended === 'yes' }), permissions: permissionsIn(permission) },
        version === undefined ? {} : { version },
      ),
    print: tenantText,
  }),
];
