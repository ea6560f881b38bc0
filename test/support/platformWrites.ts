import type { Tenant } from '../../lib/tenant/schema.ts';
import { newTenant, uniqueName } from './actors.ts';
import { call, type Options } from './call.ts';

/** A write of the platform interface, ready to be sent, and how its effects are counted. */
export type Write = {
  id: string;
  options: Options;
  tenant: () => Promise<string | undefined>;
  done: (as: string) => Promise<number>;
  /** What a repeat is answered after the write was done. */
  repeat: { status: number; replayed?: true };
};

type Prepare = (tenant: Tenant, platform: string) => Promise<Write>;

const keyed = () => ({ 'Idempotency-Key': uniqueName('key') });
const unkeyed = () => ({});

const creating =
  (headers: () => Record<string, string>): Prepare =>
  async (_, platform) => {
    const body = newTenant();
    const found = async (as: string) => await call('getTenant', { as, params: { id: body.name } });
    const tenant = async () => (await found(platform)).payload?.tenant.id;
    const done = async (as: string) => ((await found(as)).status === 200 ? 1 : 0);
    const repeat = headers === keyed ? ({ status: 201, replayed: true } as const) : { status: 409 };
    return { id: 'createTenant', options: { body, headers: headers() }, tenant, done, repeat };
  };

const issuing =
  (headers: () => Record<string, string>): Prepare =>
  async ({ id, name }) => ({
    id: 'issueKey',
    options: { params: { id: name }, body: { label: 'till' }, headers: headers() },
    tenant: async () => id,
    done: async (as) => (await call('getKeys', { as, params: { id } })).payload.keys.length,
    repeat: headers === keyed ? { status: 201, replayed: true } : { status: 201 },
  });

/** A write after which the tenant holds these values. */
const changing =
  (id: string, options: (tenant: Tenant) => Options, values: (tenant: Tenant) => Partial<Tenant>, status = 200): Prepare =>
  async (tenant) => ({
    id,
    options: options(tenant),
    tenant: async () => tenant.id,
    done: async (as) => {
      const now = (await call('getTenant', { as, params: { id: tenant.id } })).payload.tenant;
      const expected = { ...tenant, ...values(tenant) };
      return JSON.stringify({ ...now, version: 0 }) === JSON.stringify({ ...expected, version: 0 })
        ? now.version - tenant.version
        : 0;
    },
    repeat: { status },
  });

const revoking: Prepare = async ({ id }, platform) => {
  const { key } = (await call('issueKey', { as: platform, params: { id } })).payload;
  const done = async (as: string) => 1 - (await call('getKeys', { as, params: { id } })).payload.keys.length;
  return {
    id: 'revokeKey',
    options: { params: { id, key_id: key.id } },
    tenant: async () => id,
    done,
    repeat: { status: 404 },
  };
};

/** A keyed write that has been done already. */
const again =
  (prepare: Prepare): Prepare =>
  async (tenant, platform) => {
    const write = await prepare(tenant, platform);
    await call(write.id, { ...write.options, as: platform });
    return write;
  };

const named = ({ name }: Tenant) => `${name}-new`;
const hosted = ({ name }: Tenant) => `${name}.example.com`;

/** Each write, and the database calls it makes with a key that was not used before. */
export const platformWrites: Record<string, { prepare: Prepare; calls: string[] }> = {
  'createTenant with a key': { prepare: creating(keyed), calls: ['GetItem', 'UpdateItem', 'TransactWriteItems'] },
  'createTenant without a key': { prepare: creating(unkeyed), calls: ['GetItem', 'UpdateItem', 'TransactWriteItems'] },
  'createTenant once more': {
    prepare: again(creating(keyed)),
    calls: ['GetItem', 'UpdateItem', 'TransactWriteItems', 'GetItem', 'GetItem'],
  },
  'issueKey with a key': { prepare: issuing(keyed), calls: ['GetItem', 'UpdateItem', 'GetItem', 'TransactWriteItems'] },
  'issueKey without a key': { prepare: issuing(unkeyed), calls: ['GetItem', 'UpdateItem', 'GetItem', 'TransactWriteItems'] },
  'issueKey once more': {
    prepare: again(issuing(keyed)),
    calls: ['GetItem', 'UpdateItem', 'GetItem', 'TransactWriteItems', 'GetItem', 'GetItem'],
  },
  'a rename': {
    prepare: changing(
      'updateTenant',
      (tenant) => ({ params: { id: tenant.id }, body: { name: named(tenant), country: 'FR' } }),
      (tenant) => ({ name: named(tenant), country: 'FR' }),
    ),
    calls: ['GetItem', 'UpdateItem', 'GetItem', 'TransactWriteItems'],
  },
  'updateTenant by name, on a version': {
    prepare: changing(
      'updateTenant',
      ({ name }) => ({ params: { id: name }, body: { timezone: 'UTC' }, headers: { 'If-Match': '"1"' } }),
      () => ({ timezone: 'UTC' }),
      412,
    ),
    calls: ['GetItem', 'UpdateItem', 'GetItem', 'GetItem', 'TransactWriteItems'],
  },
  'a rename by name': {
    prepare: changing(
      'updateTenant',
      (tenant) => ({ params: { id: tenant.name }, body: { name: named(tenant) } }),
      (tenant) => ({ name: named(tenant) }),
      404,
    ),
    calls: ['GetItem', 'UpdateItem', 'GetItem', 'GetItem', 'TransactWriteItems'],
  },
  setStoreFront: {
    prepare: changing(
      'setStoreFront',
      ({ name }) => ({ body: { tenant: name, front_end: 'flat' } }),
      () => ({ front_end: 'flat' }),
    ),
    calls: ['GetItem', 'UpdateItem', 'GetItem', 'GetItem', 'TransactWriteItems'],
  },
  setStorePlan: {
    prepare: changing(
      'setStorePlan',
      ({ name }) => ({ body: { tenant: name, override_plan: 'plan3' } }),
      () => ({ override_plan: 'plan3' }),
    ),
    calls: ['GetItem', 'UpdateItem', 'GetItem', 'GetItem', 'TransactWriteItems'],
  },
  linkDomain: {
    prepare: changing(
      'linkDomain',
      (tenant) => ({ body: { tenant: tenant.name, host: hosted(tenant), forward_www: true } }),
      (tenant) => ({ store_host: hosted(tenant), forward_www: true }),
    ),
    calls: ['GetItem', 'UpdateItem', 'GetItem', 'GetItem', 'TransactWriteItems'],
  },
  revokeKey: { prepare: revoking, calls: ['GetItem', 'UpdateItem', 'GetItem', 'TransactWriteItems'] },
};
