import { randomBytes } from 'node:crypto';
import { issuePlatformKey } from '../../lib/key/data.ts';
import type { Tenant } from '../../lib/tenant/schema.ts';
import { call, overHttp } from './call.ts';

/** A key that opens the platform interface. */
export async function platformKey(expires: string | null = null): Promise<string> {
  if (overHttp) return process.env.PLATFORM_API_KEY as string;
  return (await issuePlatformKey('test', expires, new Date())).secret;
}

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

/** A tenant of its own for a test. */
export async function aTenant(platform: string, given: object = {}): Promise<Tenant> {
  return (await call('createTenant', { as: platform, body: newTenant(given) })).payload.tenant;
}

/** The same, and a management key of it. */
export async function aStore(platform: string, given: object = {}): Promise<Store> {
  const tenant = await aTenant(platform, given);
  return { tenant, key: await aManagementKey(platform, tenant.id) };
}

export async function aManagementKey(platform: string, tenant: string, given: object = {}): Promise<string> {
  return (await call('issueKey', { as: platform, params: { id: tenant }, body: given })).payload.secret;
}
