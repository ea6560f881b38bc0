import type { Key } from '../../lib/key/schema.ts';
import { aStore, platform, type Store } from './actors.ts';
import { call } from './call.ts';
import { until } from './receiver.ts';
import { walk } from './walk.ts';

export const issue = (id: string, body?: object) => call('issueKey', { as: platform, params: { id }, body });
export const revoke = (id: string, key_id: string) => call('revokeKey', { as: platform, params: { id, key_id } });
export const keysOf = async (id: string) => (await walk('getKeys', { as: platform, params: { id } })) as Key[];

/** Uses a key for the first time, and waits until its use is recorded, which a response does not always wait for. */
export async function useFirst(tenant: string, secret: string): Promise<void> {
  await call('getOwnTenant', { as: secret });
  const find = async () => (await keysOf(tenant)).find(({ last_four }) => last_four === secret.slice(-4));
  await until(async () => (await find())?.last_used);
}

/** A store whose key was used today, so that no request records its use in the background. */
export async function aKnownStore(): Promise<Store> {
  const store = await aStore();
  await useFirst(store.tenant.id, store.key);
  return store;
}
