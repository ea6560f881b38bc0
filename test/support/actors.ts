import { randomBytes } from 'node:crypto';
import { issuePlatformKey } from '../../lib/key/platformKeys.ts';
import type { Tenant } from '../../lib/tenant/schema.ts';
import { call, overHttp } from './call.ts';

/** Read at each call, because some tests start their own server. */
const platformKey = () => process.env[overHttp ? 'PLATFORM_API_KEY' : 'TEST_PLATFORM_KEY'] as string;

/** The platform key that all tests share. */
export const platform = platformKey();

/** A new platform key that is in no cache yet. */
export const aPlatformKey = async (): Promise<string> =>
  (await issuePlatformKey({ label: 'test', expires: null }, 'test', new Date())).secret;

export const uniqueName = (prefix = 'shop') => `${prefix}-${randomBytes(6).toString('hex')}`;

export const owner = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', phone: '+4915112345678' };

export const newTenant = (given: object = {}) => ({
  name: uniqueName(),
  country: 'DE',
  timezone: 'Europe/Berlin',
  owner,
  ...given,
});

export type Store = { tenant: Tenant; key: string };

/** A new tenant for a test. */
export async function aTenant(given: object = {}): Promise<Tenant> {
  return (await call('createTenant', { as: platformKey(), body: newTenant(given) })).payload.tenant;
}

/** A new tenant with a management key. */
export async function aStore(given: object = {}): Promise<Store> {
  const tenant = await aTenant(given);
  return { tenant, key: await aManagementKey(tenant.id) };
}

export async function aManagementKey(tenant: string, given: object = {}): Promise<string> {
  return (await call('issueKey', { as: platformKey(), params: { id: tenant }, body: given })).payload.secret;
}

/** Suspends a tenant, or ends its suspension. */
export const suspend = ({ tenant }: Pick<Store, 'tenant'>, suspended: boolean) =>
  call('updateTenant', { as: platformKey(), params: { id: tenant.id }, body: { suspended } });
