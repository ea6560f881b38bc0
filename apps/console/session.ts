import { computed, signal } from '@preact/signals';
import type { Key, PlatformKey } from '../../lib/key/schema.ts';
import { includesScope, type KeyScope } from '../../lib/key/scopes.ts';
import type { Tenant } from '../../lib/tenant/schema.ts';
import { client, type PlatformClient, platformClient, type StoreClient, StoreError } from '../client/client.ts';
import { noteUse } from '../idle.ts';

/** Who is signed in. Kept in memory only, because a browser that restores a tab also restores the tab's storage. */
export type StoreSession = {
  store: StoreClient;
  actor: string | undefined;
  scopes: readonly KeyScope[];
  /** Both need the scope `settings:read`. */
  tenant: Tenant | undefined;
  key: Key | undefined;
};
export type OperatorSession = { platform: PlatformClient; actor: string | undefined; key: PlatformKey | undefined };
export type EndReason = 'signedOut' | 'idle' | 'rejected' | 'rejectedWrite' | 'rejectedUnsure';

export const session = signal<StoreSession | OperatorSession>();
export const endReason = signal<EndReason>();

export const storeSession = () => session.value as StoreSession;
export const operatorSession = () => session.value as OperatorSession;
export const isStore = computed(() => session.value !== undefined && 'store' in session.value);

/** Whether the key has one of these scopes. */
export function can(...scopes: KeyScope[]): boolean {
  const current = session.value;
  if (!current) return false;
  return !('scopes' in current) || scopes.some((scope) => includesScope(current.scopes, scope));
}

/** A receiver of webhooks sees and authorizes orders. */
export const canChangeWebhooks = () => can('settings:write') && can('orders:write');

/** The client options of every write. */
export const actorOption = () => {
  const actor = session.peek()?.actor;
  return actor ? { actor } : {};
};

/** The service is one folder above this script, also under the path of a stage. */
const url = new URL('..', import.meta.url).href;
/** The retries bridge about 6 seconds. */
const settings = { url, retries: 5, timeout: 15_000 };

/** The user's last write, while its outcome is unknown. */
export const lastWrite = { isOpen: false };

/** Checks the key and opens a session. Throws if the service rejects it. */
export async function signIn(key: string, actor: string | undefined): Promise<void> {
  const opened = key.startsWith('sm_') ? await openStore(key) : await openPlatform(key);
  endReason.value = undefined;
  lastWrite.isOpen = false;
  noteUse();
  session.value = { ...opened, actor };
}

export function endSession(reason: EndReason): void {
  if (!session.peek()) return;
  endReason.value = reason;
  session.value = undefined;
}

/** A key that is rejected once stays rejected. */
export function noteRejectedKey(error: unknown): void {
  if (error instanceof StoreError && error.status === 401) endSession(lastWrite.isOpen ? 'rejectedUnsure' : 'rejected');
}

async function openPlatform(key: string) {
  const platform = platformClient({ ...settings, key });
  await platform.testKey();
  const { keys } = await platform.getPlatformKeys();
  return { platform, key: keys.find(({ id }) => id === idIn(key)) };
}

async function openStore(key: string) {
  const store = client({ ...settings, key });
  try {
    const [tenant, { keys }] = await Promise.all([store.getOwnTenant(), store.getOwnKeys()]);
    const own = keys.find(({ id }) => id === idIn(key));
    return { store, tenant, key: own, scopes: own?.scopes ?? (await findScopes(store)) };
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return { store, tenant: undefined, key: undefined, scopes: await findScopes(store) };
  }
}

/** The text of a key contains its ID: after `sp_live_`, or after `sm_live_` and the 26 characters of the tenant's. */
const idIn = (key: string) => `key_${key.startsWith('sp_') ? key.slice(8, 34) : key.slice(34, 60)}`;

/**
 * A key that cannot read the settings cannot read its own scopes. So this probes each scope with a request that changes
 * nothing: the service checks the scope before it finds that the request is invalid.
 */
async function findScopes(store: StoreClient): Promise<KeyScope[]> {
  const probes: [KeyScope, Promise<unknown>][] = [
    ['orders:ship', store.updateShipment({ number: '1001', id: 'x' })],
    ['orders:read', store.getOrders({ limit: 1 })],
    ['orders:write', store.updateOrder({ number: '1001' })],
    ['products:read', store.getProducts({ limit: 1 })],
    ['products:write', store.updateProduct({ sku: 'x' })],
    ['settings:write', store.updateLegal({})],
  ];
  const answers = await Promise.allSettled(probes.map(([, answer]) => answer));
  return probes.flatMap(([scope], i) => (isGranted(answers[i] as PromiseSettledResult<unknown>) ? [scope] : []));
}

function isGranted(answer: PromiseSettledResult<unknown>): boolean {
  if (answer.status === 'fulfilled') return true;
  if (answer.reason instanceof StoreError && (answer.reason.status === 400 || answer.reason.status === 404)) return true;
  if (isForbidden(answer.reason)) return false;
  throw answer.reason;
}

const isForbidden = (error: unknown) => error instanceof StoreError && error.status === 403;
