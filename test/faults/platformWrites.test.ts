import { expect } from '@jest/globals';
import type { Tenant } from '../../lib/tenant/schema.ts';
import { aManagementKey, aTenant, newTenant, platform, uniqueName } from '../support/actors.ts';
import { call, type Options } from '../support/call.ts';
import { faultTable, type Prepare, sentBefore, type Write, withKey } from '../support/faultTable.ts';
import { grace } from '../support/users.ts';
import { entriesOf } from '../support/walk.ts';

// The key was used today, so no fault hits the write of its last use. The write itself reads the key again.
await call('testKey', { as: platform });

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

const aName = () => ({ name: uniqueName() });

faultTable({
  createTenant: creatingTenant,
  'createTenant with a key': withKey(creatingTenant),
  'createTenant again with its key': sentBefore(creatingTenant),
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
});
