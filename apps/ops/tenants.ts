import type { PlatformClient } from '../client/client.ts';
import { command, UsageError } from './command.ts';
import { record, table } from './textTable.ts';
import { parsePermission } from './users.ts';

type Tenant = Awaited<ReturnType<PlatformClient['getTenant']>>;
type Change = Parameters<PlatformClient['updateTenant']>[0];

export function tenantOutput(tenant: Tenant) {
  const { owner, permissions, ...fields } = tenant;
  const denied = Object.entries(permissions).flatMap(([name, allowed]) => (allowed ? [] : [name]));
  const { id, first_name, last_name, email, phone } = owner;
  const contact = { owner: `${first_name} ${last_name}`, email, phone, owner_id: id };
  return { data: tenant, text: record({ ...fields, ...contact, permissions_off: denied.join(', ') || null }) };
}

const subscribed = { type: 'string', summary: 'active or expired', values: ['active', 'expired'] } as const;

const list = command({
  name: 'tenant list',
  args: [],
  summary: 'Lists the tenants, newest first',
  examples: ['tenant list', 'tenant list --country DE --subscribed active', 'tenant list --find tea --json'],
  options: {
    subscribed: { ...subscribed, summary: 'only tenants in this state: active or expired' },
    country: { type: 'string', summary: 'only tenants in this country, such as DE' },
    find: { type: 'string', summary: 'only tenants whose name starts with this, or whose store has exactly this host' },
  },
  run: async ({ options: { subscribed, country, find: q }, platform }) => {
    const filters = { subscribed: subscribed as Tenant['subscribed'] | undefined, country, q };
    const tenants = await Array.fromAsync((await platform()).tenants(filters));
    const head = ['name', 'id', 'country', 'subscribed', 'plan', 'front end', 'host', 'created'];
    const rows = tenants.map((one) => [
      one.name,
      one.id,
      one.country,
      one.subscribed,
      one.override_plan,
      one.front_end,
      one.store_host,
      one.created,
    ]);
    return { data: tenants, text: table(head, rows) };
  },
});

const show = command({
  name: 'tenant show',
  args: ['tenant'],
  summary: 'Shows a tenant (name or ID)',
  examples: ['tenant show tea-house', 'tenant show tea-house --json'],
  options: {},
  run: async ({ args, platform }) => tenantOutput(await (await platform()).getTenant({ id: args.tenant as string })),
});

const country = { type: 'string', summary: 'ISO 3166-1 code, such as DE' } as const;
const timezone = { type: 'string', summary: 'tz database name, such as Europe/Berlin' } as const;

const create = command({
  name: 'tenant create',
  args: ['name'],
  summary: 'Creates a tenant',
  examples: [
    'tenant create tea-house --country DE --timezone Europe/Berlin --first-name Ada --last-name Example --email ada@example.com --phone +4930123456',
    'tenant create tea-shop --country GB --timezone Europe/London --currency EUR --first-name Alan --last-name Example --email alan@example.com --phone +442071234567',
  ],
  options: {
    country: { ...country, required: true },
    timezone: { ...timezone, required: true },
    currency: { type: 'string', summary: "ISO 4217 code, such as EUR; the country's by default" },
    'first-name': { type: 'string', summary: "owner's first name", required: true },
    'last-name': { type: 'string', summary: "owner's last name", required: true },
    email: { type: 'string', summary: "owner's e-mail address", required: true },
    phone: { type: 'string', summary: "owner's phone number, such as +4915112345678", required: true },
  },
  run: async ({ args, options, platform }) => {
    const { country, timezone, currency, email, phone } = options;
    const owner = { first_name: options['first-name'], last_name: options['last-name'], email, phone };
    const tenant = { name: args.name as string, country, timezone, currency, owner };
    return tenantOutput(await (await platform()).createTenant(tenant));
  },
});

const update = command({
  name: 'tenant update',
  args: ['tenant'],
  summary: 'Changes a tenant; omitted options stay as they are',
  examples: [
    'tenant update tea-house --timezone Europe/Vienna',
    'tenant update tea-house --subscribed expired',
    'tenant update tea-house --permission analytics=false --permission home=true',
  ],
  options: {
    name: { type: 'string', summary: 'new name, which no other tenant may have' },
    country,
    timezone,
    subscribed,
    permission: { type: 'string', summary: 'a permission to turn on or off, such as analytics=false', multiple: true },
    owner: { type: 'string', summary: 'the ID of the user who becomes the owner' },
    version: { type: 'string', summary: 'fail unless the tenant still has this version' },
  },
  run: async ({ args, options, platform }) => {
    const { permission, version, ...fields } = options;
    const permissions = permission && Object.fromEntries(permission.map(parsePermission));
    if (version !== undefined && !/^\d+$/.test(version)) {
      throw new UsageError(`--version must be a whole number, as tenant show prints it, not "${version}".`);
    }
    const change = { id: args.tenant as string, ...fields, permissions } as Change;
    return tenantOutput(
      await (await platform()).updateTenant(change, version === undefined ? {} : { version: Number(version) }),
    );
  },
});

export const tenants = [list, show, create, update];
