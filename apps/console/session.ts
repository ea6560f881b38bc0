import { computed, signal } from '@preact/signals';
import type { Key, PlatformKey } from '../../lib/key/schema.ts';
import { includesScope, type KeyScope } from '../../lib/key/scopes.ts';
import type { Order } from '../../lib/order/schema.ts';
import type { Tenant } from '../../lib/tenant/schema.ts';
import type { User } from '../../lib/user/schema.ts';
import { client, type PlatformClient, platformClient, type StoreClient, StoreError } from '../client/client.ts';
import { noteUse } from '../idle.ts';
import { parseResponse } from '../parseResponse.ts';
import { forgetAddress } from './address.ts';

/** Who is signed in. Kept in memory only, because a browser that restores a tab also restores the tab's storage. */
type StoreSession = {
  store: StoreClient;
  actor: string | undefined;
  scopes: readonly KeyScope[];
  tenant: Pick<Tenant, 'id' | 'name' | 'currency' | 'timezone'>;
  key: Key;
  /** The person that a staff key belongs to. */
  user: User | null;
  /** The people whose names this key may know. */
  users: readonly User[];
};
/** A platform key belongs to no store and to no person. */
type OperatorSession = { platform: PlatformClient; actor: string | undefined; key: PlatformKey | undefined } & {
  [property in Exclude<keyof StoreSession, 'actor' | 'key'>]?: undefined;
};
export type EndReason = 'signedOut' | 'left' | 'linked' | 'idle' | 'rejected' | 'rejectedWrite' | 'rejectedUnsure';

export const session = signal<StoreSession | OperatorSession>();
export const endReason = signal<EndReason>();

export const storeSession = () => session.value as StoreSession;
export const operatorSession = () => session.value as OperatorSession;
export const isStore = computed(() => session.value?.store !== undefined);

/** Whether the key has one of these scopes. */
export function can(...scopes: KeyScope[]): boolean {
  const current = session.value;
  if (!current?.scopes) return current !== undefined;
  return scopes.some((scope) => includesScope(current.scopes, scope));
}

/** A receiver of webhooks sees and authorizes orders. */
export const canChangeWebhooks = () => can('settings:write') && can('orders:write');

/** The client options of every write. The service itself knows whose a staff key is. */
export const actorOption = () => {
  const current = session.peek();
  return current?.actor && !current.user ? { actor: current.actor } : {};
};

/** Who the service records as the author of this session's changes. */
export const recordedActor = (): string | undefined => session.peek()?.user?.id ?? session.peek()?.actor;

/** The service is one folder above this script, also under the path of a stage. */
const url = new URL('..', import.meta.url).href;
/** The retries bridge 3 to 6 seconds. */
const settings = { url, retries: 5, timeout: 15_000, parse: parseResponse };

/**
 * Whether the outcome of the user's last write is unknown, and how many writes and runs are under way. A run makes many writes, some
 * of which may have taken effect.
 */
export const lastWrite = { isOpen: false, sending: 0, runs: 0 };

/** The list of orders that was shown last, and the orders chosen in it. */
export const lastOrders = { query: {} as Record<string, string>, chosen: signal<ReadonlyMap<string, Order>>(new Map()) };

/** Checks the key and opens a session. Throws if the service rejects it. */
export async function signIn(key: string, actor: string | undefined): Promise<void> {
  const opened = key.startsWith('sm_') ? await openStore(key) : await openPlatform(key);
  endReason.value = undefined;
  lastWrite.isOpen = false;
  noteUse();
  session.value = { ...opened, actor };
}

/** Lets the history name a person who was added or renamed in this session. */
export function noteUser(user: User): void {
  const current = storeSession();
  session.value = { ...current, users: [user, ...current.users.filter(({ id }) => id !== user.id)] };
}

export function endSession(reason: EndReason): void {
  if (!session.peek()) return;
  endReason.value = reason;
  session.value = undefined;
  lastOrders.chosen.value = new Map();
  // A person whose key was rejected continues at the same place with another.
  if (reason.startsWith('rejected')) return;
  // A search can be a customer's name. A sign-in link has an address of its own.
  lastOrders.query = {};
  if (reason !== 'linked') forgetAddress();
}

/** Returns a check whether the same session is still open. A call that ends later must not affect the next one. */
export function sessionCheck(): () => boolean {
  const client = () => storeSession()?.store ?? operatorSession()?.platform;
  const now = client();
  return () => client() === now;
}

/** Ends the session of a key that was rejected. */
export function noteRejectedKey(error: unknown): void {
  if (error instanceof StoreError && error.status === 401)
    endSession(lastWrite.isOpen || lastWrite.runs > 0 ? 'rejectedUnsure' : 'rejected');
}

async function openPlatform(key: string) {
  const platform = platformClient({ ...settings, key });
  await platform.testKey();
  const { keys } = await platform.getPlatformKeys();
  // The text of a key contains its ID.
  return { platform, key: keys.find(({ id }) => id === `key_${key.slice(8, 34)}`) };
}

async function openStore(key: string) {
  const store = client({ ...settings, key });
  const own = await store.getOwnKey();
  const { scopes } = own.key;
  if (!includesScope(scopes, 'settings:read')) return { store, ...own, scopes, users: own.user ? [own.user] : [] };
  const { users } = await store.getUsers({ limit: 1000 });
  return { store, ...own, scopes, users };
}
