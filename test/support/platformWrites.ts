import { itemsIn, queryPage } from '../../lib/db/query.ts';
import { find } from '../../lib/db/read.ts';
import { issuePlatformKey } from '../../lib/key/platformKeys.ts';
import type { Key } from '../../lib/key/schema.ts';
import { keySortKey, type StoredKey } from '../../lib/key/storedKey.ts';
import type { Tenant } from '../../lib/tenant/schema.ts';
import { aManagementKey, aPlatformKey, aTenant, newTenant, platform, uniqueName } from './actors.ts';
import { call, type Options } from './call.ts';
import type { Prepare, Write } from './faultTable.ts';
import { grace } from './users.ts';
import { auditOf } from './walk.ts';

type Effect = {
  id: string;
  options: Options;
  tenant: () => Promise<string | undefined>;
  /** How many times the write took effect. */
  count: () => Promise<number>;
  /** How many audit entries it left, if those are not in the tenant's own log. */
  countEntries?: () => Promise<number>;
  repeatable?: boolean;
  /** The entries of this operation that were there before. */
  earlierEntries?: number;
  /** The status of a repeat after the write took effect, if that is an error. */
  repeated?: number;
};

/** A platform write with a new key. It counts its effects and its audit entries. */
const platformWrite =
  (prepare: (tenant: Tenant) => Promise<Effect>): Prepare =>
  async (): Promise<Write> => {
    const { options, tenant, count, countEntries, earlierEntries = 0, ...write } = await prepare(await aTenant());
    const measure = async () => {
      const known = await tenant();
      const listed = async () => (known ? (await auditOf(known)).filter(({ operation }) => operation === write.id).length : 0);
      return { effects: await count(), entries: (await (countEntries ?? listed)()) - earlierEntries };
    };
    const once = { effects: 1, entries: 1 };
    const as = await aPlatformKey();
    // Recording when a key was last used may fail without failing the request.
    const mayFail = ({ command }: { command: string }) => command === 'UpdateItem';
    return { repeatable: true, ...write, options: { ...options, as }, measure, once, mayFail };
  };

const keyed = () => ({ 'Idempotency-Key': uniqueName('key') });
const unkeyed = () => ({});

const createTenant = (headers: () => Record<string, string>) => async (): Promise<Effect> => {
  const body = newTenant();
  const found = () => call('getTenant', { as: platform, params: { id: body.name } });
  return {
    id: 'createTenant',
    options: { body, headers: headers() },
    tenant: async () => (await found()).payload?.tenant.id,
    count: async () => ((await found()).status === 200 ? 1 : 0),
    ...(headers === unkeyed && { repeated: 409 }),
  };
};

const keysOf = async (id: string) => (await call('getKeys', { as: platform, params: { id } })).payload.keys;

const issueKey =
  (headers: () => Record<string, string>) =>
  async ({ id, name }: Tenant): Promise<Effect> => ({
    id: 'issueKey',
    options: { params: { id: name }, body: { label: 'till' }, headers: headers() },
    tenant: async () => id,
    count: async () => (await keysOf(id)).length,
    // Two requests without an Idempotency-Key cannot be recognized as one, so each issues a key.
    ...(headers === unkeyed && { repeatable: false, repeated: 201 }),
  });

/** A write that sets these values of the tenant. */
const changeTenant =
  (id: string, options: (tenant: Tenant) => Options, values: (tenant: Tenant) => Partial<Tenant>, repeated?: number) =>
  async (tenant: Tenant): Promise<Effect> => ({
    id,
    options: options(tenant),
    tenant: async () => tenant.id,
    count: async () => {
      const now = (await call('getTenant', { as: platform, params: { id: tenant.id } })).payload.tenant;
      const expected = { ...tenant, ...values(tenant) };
      return JSON.stringify({ ...now, version: 0 }) === JSON.stringify({ ...expected, version: 0 })
        ? now.version - tenant.version
        : 0;
    },
    ...(repeated && { repeated }),
  });

/** Makes a new user the owner, who gets all permissions. */
const handOver = async (tenant: Tenant): Promise<Effect> => {
  const key = await aManagementKey(tenant.id);
  const { user } = (await call('createUser', { as: key, body: grace })).payload;
  const owner = { ...user, permissions: tenant.permissions };
  const write = await changeTenant(
    'updateTenant',
    () => ({ params: { id: tenant.id }, body: { owner: user.id } }),
    () => ({ owner }),
  )(tenant);
  const saved = async () => (await call('getUser', { as: key, params: { id: user.id } })).payload.user;
  const isWhole = async () => JSON.stringify(await saved()) === JSON.stringify(owner);
  return { ...write, count: async () => ((await isWhole()) ? write.count() : 0) };
};

const revokeKey = async ({ id }: Tenant): Promise<Effect> => {
  const { key } = (await call('issueKey', { as: platform, params: { id } })).payload;
  return {
    id: 'revokeKey',
    options: { params: { id, key_id: key.id } },
    tenant: async () => id,
    count: async () => (await keysOf(id)).filter(({ revoked }: Key) => revoked !== null).length,
    repeated: 404,
  };
};

const revokePlatformKey = async (): Promise<Effect> => {
  const { key } = await issuePlatformKey({ label: 'lost', expires: null }, 'test', new Date());
  const stored = async () => (await find<StoredKey>('PLATFORM#KEY', keySortKey(key.id))) as StoredKey;
  return {
    id: 'revokePlatformKey',
    options: { params: { key_id: key.id } },
    tenant: async () => undefined,
    count: async () => ((await stored()).revoked ? 1 : 0),
    countEntries: async () => {
      const { items } = await queryPage<{ json: string }>(itemsIn('PLATFORM#AUDIT', 'AUDIT#', 'descending'), undefined, 1000);
      return items.filter(({ json }) => json.includes(key.id) && json.includes('revokePlatformKey')).length;
    },
    repeated: 404,
  };
};

/** A keyed write that was sent before and has taken effect. */
const sentBefore = (prepare: (tenant: Tenant) => Promise<Effect>) => async (tenant: Tenant) => {
  const write = await prepare(tenant);
  await call(write.id, { ...write.options, as: platform });
  return write;
};

const newName = ({ name }: Tenant) => `${name}-new`;
const newHost = ({ name }: Tenant) => `${name}.example.com`;

/** The calls that a write makes after its key was read and its use recorded. */
const write = (prepare: Parameters<typeof platformWrite>[0], calls = ['GetItem', 'GetItem', 'TransactWriteItems']) => ({
  prepare: platformWrite(prepare),
  calls: ['GetItem', 'UpdateItem', ...calls],
});

/** Sets a value of the tenant, which the request names by its name. */
const setting = (id: string, value: Partial<Tenant>) =>
  write(
    changeTenant(
      id,
      ({ name }) => ({ body: { tenant: name, ...value } }),
      () => value,
    ),
  );

const unlink = async (tenant: Tenant): Promise<Effect> => {
  await call('linkDomain', { as: platform, body: { tenant: tenant.name, host: newHost(tenant) } });
  const unlinked = changeTenant(
    'linkDomain',
    ({ name }) => ({ body: { tenant: name, host: null } }),
    () => ({}),
  );
  const effect = await unlinked({ ...tenant, version: 2 });
  return { ...effect, count: async () => Math.max(0, await effect.count()), earlierEntries: 1 };
};

const issuing = ['GetItem', 'GetItem', 'TransactWriteItems'];

/** Each write with the database calls that it makes. */
export const platformWrites: Record<string, { prepare: Prepare; calls: string[] }> = {
  'createTenant with a key': write(createTenant(keyed), ['TransactWriteItems']),
  'createTenant without a key': write(createTenant(unkeyed), ['TransactWriteItems']),
  'a repeated createTenant': write(sentBefore(createTenant(keyed)), ['TransactWriteItems', 'GetItem', 'GetItem']),
  'issueKey with a key': write(issueKey(keyed), issuing),
  'issueKey without a key': write(issueKey(unkeyed), issuing),
  'a repeated issueKey': write(sentBefore(issueKey(keyed)), [...issuing, 'GetItem', 'GetItem']),
  'a rename': write(
    changeTenant(
      'updateTenant',
      (tenant) => ({ params: { id: tenant.id }, body: { name: newName(tenant), country: 'FR' } }),
      (tenant) => ({ name: newName(tenant), country: 'FR' }),
    ),
    ['GetItem', 'TransactWriteItems'],
  ),
  'updateTenant by name with If-Match': write(
    changeTenant(
      'updateTenant',
      ({ name }) => ({ params: { id: name }, body: { timezone: 'UTC' }, headers: { 'If-Match': '"1"' } }),
      () => ({ timezone: 'UTC' }),
      412,
    ),
  ),
  'a rename by name': write(
    changeTenant(
      'updateTenant',
      (tenant) => ({ params: { id: tenant.name }, body: { name: newName(tenant) } }),
      (tenant) => ({ name: newName(tenant) }),
      404,
    ),
  ),
  setStoreFront: setting('setStoreFront', { front_end: 'flat' }),
  setStorePlan: setting('setStorePlan', { override_plan: 'plan3' }),
  linkDomain: write(
    changeTenant(
      'linkDomain',
      (tenant) => ({ body: { tenant: tenant.name, host: newHost(tenant), forward_www: true } }),
      (tenant) => ({ store_host: newHost(tenant), forward_www: true }),
    ),
  ),
  'linkDomain that unlinks': write(unlink),
  'updateTenant with a new owner': write(handOver),
  revokePlatformKey: write(revokePlatformKey, ['GetItem', 'TransactWriteItems']),
  revokeKey: write(revokeKey),
};
