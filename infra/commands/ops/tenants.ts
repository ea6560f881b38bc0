import type { PlatformClient } from '../../../lib/client/client.ts';
import { command, Misuse } from './command.ts';
import { record, table } from './table.ts';

type Tenant = Awaited<ReturnType<PlatformClient['getTenant']>>;
type Change = Parameters<PlatformClient['updateTenant']>[0];

const head = ['name', 'id', 'country', 'subscribed', 'plan', 'front end', 'host', 'created'];

/** A tenant as the answer of a command. */
export function tenantTold(tenant: Tenant) {
  const { owner, permissions, ...fields } = tenant;
  const denied = Object.entries(permissions).flatMap(([name, allowed]) => (allowed ? [] : [name]));
  const { id, first_name, last_name, email, phone } = owner;
  const told = { ...fields, owner: `${first_name} ${last_name}`, email, phone, owner_id: id };
  return { data: tenant, text: record({ ...told, permissions_off: denied.join(', ') || null }) };
}

const list = command({
  words: 'tenant list',
  takes: [],
  says: 'Lists the tenants, newest first',
  options: {
    subscribed: { type: 'string', says: 'only active, or only expired ones' },
    country: { type: 'string', says: 'only those of a country, like DE' },
  },
  run: async ({ values: { subscribed, country }, platform }) => {
    const filters = { subscribed: subscribed as Tenant['subscribed'] | undefined, country };
    const tenants = await Array.fromAsync((await platform()).tenants(filters));
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
  words: 'tenant show',
  takes: ['tenant'],
  says: 'Shows a tenant, by its name or id',
  options: {},
  run: async ({ given, platform }) => tenantTold(await (await platform()).getTenant({ id: given.tenant as string })),
});

const create = command({
  words: 'tenant create',
  takes: ['name'],
  says: 'Creates a tenant',
  options: {
    country: { type: 'string', says: 'ISO 3166-1 code, like DE', required: true },
    timezone: { type: 'string', says: 'name of the tz database, like Europe/Berlin', required: true },
    currency: { type: 'string', says: "ISO 4217 code, like EUR; the country's unless given" },
    'first-name': { type: 'string', says: 'of the owner', required: true },
    'last-name': { type: 'string', says: 'of the owner', required: true },
    email: { type: 'string', says: 'of the owner', required: true },
    phone: { type: 'string', says: 'of the owner, like +4915112345678', required: true },
  },
  run: async ({ given, values, platform }) => {
    const { country, timezone, currency, email, phone } = values;
    const owner = { first_name: values['first-name'], last_name: values['last-name'], email, phone };
    const tenant = { name: given.name as string, country, timezone, currency, owner };
    return tenantTold(await (await platform()).createTenant(tenant));
  },
});

const update = command({
  words: 'tenant update',
  takes: ['tenant'],
  says: 'Changes what is given of a tenant',
  options: {
    name: { type: 'string', says: 'another name, which must be free' },
    country: { type: 'string', says: 'ISO 3166-1 code, like DE' },
    timezone: { type: 'string', says: 'name of the tz database, like Europe/Berlin' },
    subscribed: { type: 'string', says: 'active or expired' },
    permission: { type: 'string', says: 'a flag and its value, like analytics=false', multiple: true },
    version: { type: 'string', says: 'only if the tenant still has this version' },
  },
  run: async ({ given, values, platform }) => {
    const { permission, version, ...fields } = values;
    const permissions = permission && Object.fromEntries(permission.map(flag));
    if (version !== undefined && !/^\d+$/.test(version)) throw new Misuse('--version must be a number, as tenant show has it');
    const change = { id: given.tenant as string, ...fields, permissions } as Change;
    return tenantTold(await (await platform()).updateTenant(change, version === undefined ? {} : { version: Number(version) }));
  },
});

function flag(text: string): [string, boolean] {
  const [, name = '', value] = /^(\w+)=(true|false)$/.exec(text) ?? [];
  if (!value) throw new Misuse(`--permission must be a flag and its value, like analytics=false, not "${text}"`);
  return [name, value === 'true'];
}

export const tenants = [list, show, create, update];
