import { timingSafeEqual } from 'node:crypto';
import { logFailure } from '../api/log.ts';
import type { Partition, TenantId } from '../db/key.ts';
import { find, findEach } from '../db/read.ts';
import { set } from '../db/write.ts';
import type { Plan } from '../quota/quotas.ts';
import { type TenantItem, tenantOf } from '../tenant/tenantItem.ts';
import { type UserItem, userKey, userOf } from '../user/userItem.ts';
import { isGenuine } from './checksumSecrets.ts';
import { isRecent, type ReadTime, readTime } from './readTime.ts';
import { type KeyScope, scopesFrom } from './scopes.ts';
import { keySortKey, type StoredKey, scopesOf } from './storedKey.ts';
import { hashOf, parseToken, type Token } from './token.ts';

type CachedKey = {
  id: string;
  label: string | null;
  /** The user that a staff key belongs to. */
  user: string | null;
  tenant: TenantId | undefined;
  tenantName: string | null;
  /** The tenant's plan, which determines its quota. */
  plan: Plan | null;
  /** The tenant's webhooks that follow its orders. */
  followers: readonly string[];
  scopes: readonly KeyScope[];
  /** While its tenant is suspended, a key can do nothing, or only read. */
  suspension: 'nothing' | 'reads' | null;
  expires: string | null;
  read: ReadTime;
  isCached: true;
};
export type Authenticated = Omit<CachedKey, 'expires' | 'read' | 'isCached'> & {
  isCached: boolean;
  lastUsedWrite?: Promise<unknown>;
};

const cacheMs = 25_000;
const maxCached = 1000;
const cache = new Map<string, CachedKey>();

/** Returns a valid key and what it may do, or undefined if it is not valid for this kind of caller. */
export async function authenticate(
  caller: Token['caller'],
  text: string | undefined,
  now: Date,
): Promise<Authenticated | undefined> {
  const token = text === undefined ? undefined : parseToken(text);
  if (!text || token?.caller !== caller) return undefined;
  const hash = hashOf(text);
  const cached = cache.get(hash);
  if (cached && isRecent(cached.read, cacheMs, now)) return isExpired(cached, now) ? undefined : cached;
  cache.delete(hash);
  return (await isGenuine(text, caller, now)) ? loadKey(token, hash, now) : undefined;
}

/** Reads a key again, even if it is cached. */
export function authenticateAgain(...[caller, text = '', now]: Parameters<typeof authenticate>) {
  cache.delete(hashOf(text));
  return authenticate(caller, text, now);
}

async function loadKey(token: Token, hash: string, now: Date): Promise<Authenticated | undefined> {
  const read = readTime(now);
  const { partition, key, scopes, ...account } = token.tenant
    ? await findWithTenant(token.tenant, token)
    : await findPlatformKey(token.id);
  if (!key || !scopes || key.revoked || isExpired(key, now)) return undefined;
  if (!timingSafeEqual(Buffer.from(key.hash), Buffer.from(hash))) return undefined;
  if (cache.size >= maxCached) cache.delete(cache.keys().next().value as string);
  const { id, label, user = null } = key;
  const known = { id, label, user, tenant: token.tenant, scopes, ...account };
  cache.set(hash, { ...known, expires: key.expires, read, isCached: true });
  const today = now.toISOString().slice(0, 10);
  // Another instance's clock may be a day ahead.
  const lastUsedWrite = (key.last_used ?? '') >= today ? undefined : writeLastUsed(partition, key.id, today);
  return { ...known, isCached: false, ...(lastUsedWrite && { lastUsedWrite }) };
}

async function findPlatformKey(id: string) {
  const partition: Partition = 'PLATFORM#KEY';
  const key = await find<StoredKey>(partition, keySortKey(id));
  return { partition, key, scopes: [], plan: null, followers: [], tenantName: null, suspension: null };
}

/** Reads a tenant's key, its user, and the tenant's plan, name and suspension in one call. */
async function findWithTenant(tenant: TenantId, { id, user }: Token) {
  const sks = [keySortKey(id), 'TENANT', user && userKey(user)] as const;
  const [found, account, holder] = await findEach<[StoredKey, TenantItem, UserItem]>(tenant, ...sks);
  const plan: Plan | null = account ? tenantOf(account).override_plan : null;
  // A tenant that was deleted has no keys.
  const key = account && found;
  return {
    partition: tenant,
    key,
    scopes: key && currentScopes(key, holder),
    plan,
    followers: account?.followers ?? [],
    tenantName: account?.name ?? null,
    suspension: key ? suspensionOf(account?.suspended_since, key) : null,
  };
}

/** A key that the platform issued during this suspension may read. */
const suspensionOf = (since: string | undefined, { suspension }: StoredKey): CachedKey['suspension'] =>
  since === undefined ? null : suspension === since ? 'reads' : 'nothing';

/** What a key may do now. Undefined if its user is inactive. */
function currentScopes(key: StoredKey, item: UserItem | undefined): readonly KeyScope[] | undefined {
  if (!key.user) return scopesOf(key);
  const user = item && userOf(item);
  return user?.active ? scopesFrom(user.permissions, scopesOf(key)) : undefined;
}

const isExpired = ({ expires }: { expires: string | null }, now: Date) => expires !== null && expires <= now.toISOString();

/** Records the day of last use. Best effort: a response waits only briefly for it. */
const writeLastUsed = (partition: Partition, id: string, today: string): Promise<unknown> =>
  set(partition, keySortKey(id), { last_used: today }).catch(
    logFailure('could not record the last use of the key', { key: id }),
  );
