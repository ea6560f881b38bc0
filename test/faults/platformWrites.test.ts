import { expect } from '@jest/globals';
import type { Entry } from '../../lib/audit/schema.ts';
import { find } from '../../lib/db/read.ts';
import { issuePlatformKey } from '../../lib/key/platformKeys.ts';
import { keySortKey, type StoredKey } from '../../lib/key/storedKey.ts';
import type { Tenant } from '../../lib/tenant/schema.ts';
import { aManagementKey, aTenant, newTenant, platform, uniqueName } from '../support/actors.ts';
import { call, type Options } from '../support/call.ts';
import { faultTable, type Prepare, sentBefore, type Write, withKey } from '../support/faultTable.ts';
import { issue, keysOf } from '../support/keys.ts';
import { aUsedPlatformKey } from '../support/platformKey.ts';
import { grace } from '../support/users.ts';
import { auditOf, walk } from '../support/walk.ts';

// The key was used today, so no fault hits the write of its last use. The write itself reads the key again.
await call('testKey', { as: platform });

const entriesOf = async (tenant: string, operation: string) =>
  (await auditOf(tenant)).filter((entry) => entry.operation === operation).length;

const creatingTenant: Prepare = async () => {
  const body = newTenant();
  const measure = async () => {
    const { status } = await call('getTenant', { as: platform, params: { id: body.name } });
    return { status, entries: status === 200 ? await entriesOf(body.name, 'createTenant') : 0 };
  };
  const once = { status: 200, entries: 1 };
  return { id: 'createTenant', options: { as: platform, body }, measure, once, repeatable: true, repeated: 409 };
};

/** A write that sets these values of a tenant. */
async function changing(tenant: Tenant, id: string, options: Options, values: Partial<Tenant>): Promise<Write> {
  const read = async () => (await call('getTenant', { as: platform, params: { id: tenant.id } })).payload.tenant as Tenant;
  const measure = async () => ({ tenant: await read(), entries: await entriesOf(tenant.id, id) });
  const before = await measure();
  return {
    id,
    options: { as: platform, ...options },
    measure,
    once: { tenant: { ...before.tenant, ...values, version: before.tenant.version + 1 }, entries: before.entries + 1 },
    agrees: async (payload) => expect(await read()).toEqual(payload.tenant),
    repeatable: true,
  };
}

const updating =
  (
    by: 'id' | 'name',
    valuesOf: () => Partial<Tenant>,
    more: { headers?: Options['headers']; repeated?: number } = {},
  ): Prepare =>
  async () => {
    const [tenant, values, { repeated, headers = {} }] = [await aTenant(), valuesOf(), more];
    const write = await changing(tenant, 'updateTenant', { params: { id: tenant[by] }, body: values, headers }, values);
    return { ...write, ...(repeated && { repeated }) };
  };

const handingOver: Prepare = async () => {
  const tenant = await aTenant();
  const key = await aManagementKey(tenant.id);
  const { user } = (await call('createUser', { as: key, body: grace })).payload;
  const owner = { ...user, permissions: tenant.permissions };
  const options = { params: { id: tenant.id }, body: { owner: user.id } };
  const { measure, once, ...write } = await changing(tenant, 'updateTenant', options, { owner });
  const saved = async () => (await call('getUser', { as: key, params: { id: user.id } })).payload.user;
  return {
    ...write,
    measure: async () => [await measure(), (await saved()).permissions],
    once: [once, owner.permissions],
  };
};

/** Sets a value of a tenant, which the request names by its name. */
const setting =
  (id: string, values: Partial<Tenant>): Prepare =>
  async () => {
    const tenant = await aTenant();
    return changing(tenant, id, { body: { tenant: tenant.name, ...values } }, values);
  };

const linking: Prepare = async () => {
  const tenant = await aTenant();
  const [host, forward_www] = [`${tenant.name}.example.com`, true];
  const body = { tenant: tenant.name, host, forward_www };
  return changing(tenant, 'linkDomain', { body }, { store_host: host, forward_www });
};

const unlinking: Prepare = async () => {
  const tenant = await aTenant();
  const link = (host: string | null) => ({ as: platform, body: { tenant: tenant.name, host } });
  await call('linkDomain', link(`${tenant.name}.example.com`));
  return changing(tenant, 'linkDomain', link(null), { store_host: null });
};

/** A platform key for one write, because concurrent changes of keys with one key lose races. It is cached. */
async function ownKey(): Promise<string> {
  const key = await aUsedPlatformKey();
  await call('testKey', { as: key });
  return key;
}

const issuing: Prepare = async () => {
  const { id, name } = await aTenant();
  return {
    id: 'issueKey',
    options: { as: await ownKey(), params: { id: name }, body: { label: 'till' } },
    measure: async () => [(await keysOf(id)).length, await entriesOf(id, 'issueKey')],
    once: [1, 1],
    agrees: async ({ key }) => expect(await keysOf(id)).toContainEqual(key),
    repeatable: false,
  };
};

const revoking: Prepare = async () => {
  const { id } = await aTenant();
  const { key } = (await issue(id)).payload;
  const read = async () => (await keysOf(id)).find((each) => each.id === key.id);
  return {
    id: 'revokeKey',
    options: { as: await ownKey(), params: { id, key_id: key.id } },
    measure: async () => [(await read())?.revoked !== null, await entriesOf(id, 'revokeKey')],
    once: [true, 1],
    agrees: async (payload) => expect(await read()).toEqual(payload.key),
    repeatable: true,
    repeated: 404,
  };
};

const revokingPlatformKey: Prepare = async () => {
  const from = new Date();
  const { key } = await issuePlatformKey({ label: 'lost', expires: null }, 'test', from);
  const query = { operation: 'revokePlatformKey', from: from.toISOString() };
  const entries = async () => ((await walk('getAudit', { as: platform, query })) as Entry[]).map(({ before }) => before.id);
  const stored = async () => (await find<StoredKey>('PLATFORM#KEY', keySortKey(key.id))) as StoredKey;
  return {
    id: 'revokePlatformKey',
    options: { as: await ownKey(), params: { key_id: key.id } },
    measure: async () => [Boolean((await stored()).revoked), (await entries()).filter((id) => id === key.id).length],
    once: [true, 1],
    repeatable: true,
    repeated: 404,
  };
};

const aName = () => ({ name: uniqueName() });

faultTable({
  createTenant: creatingTenant,
  'createTenant with a key': withKey(creatingTenant),
  'createTenant again with its key': sentBefore(creatingTenant),
  issueKey: issuing,
  'issueKey with a key': withKey(issuing),
  'issueKey again with its key': sentBefore(issuing),
  'a rename': updating('id', () => ({ ...aName(), country: 'FR' })),
  'updateTenant by name with If-Match': updating('name', () => ({ timezone: 'UTC' }), {
    headers: { 'If-Match': '"1"' },
    repeated: 412,
  }),
  'a rename by name': updating('name', aName, { repeated: 404 }),
  'updateTenant with a new owner': handingOver,
  setStoreFront: setting('setStoreFront', { front_end: 'flat' }),
  setStorePlan: setting('setStorePlan', { override_plan: 'plan3' }),
  linkDomain: linking,
  'linkDomain that unlinks': unlinking,
  revokeKey: revoking,
  revokePlatformKey: revokingPlatformKey,
});
