import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope, TenantId } from '../db/key.ts';
import { find } from '../db/read.ts';
import { set } from '../db/write.ts';
import { log } from '../log.ts';
import { keySortKey, type StoredKey } from './storedKey.ts';
import { hashOf, parseToken, type Token } from './token.ts';

type CachedKey = { id: string; tenant: TenantId | undefined; expires: string | null; read: { wall: number; ticks: number } };
type Authenticated = Pick<CachedKey, 'id' | 'tenant'> & { lastUsedWrite?: Promise<unknown> };

const cacheMs = 25_000;
const maxCached = 1000;
const cache = new Map<string, CachedKey>();

/** The id and the tenant of a valid key; undefined if the key is not valid for this kind of caller. */
export async function authenticate(
  caller: Token['caller'],
  text: string | undefined,
  now: Date,
): Promise<Authenticated | undefined> {
  const token = text === undefined ? undefined : parseToken(text);
  if (!text || token?.caller !== caller) return undefined;
  const hash = hashOf(text);
  const cached = cache.get(hash);
  if (cached && isFresh(cached, now)) return isExpired(cached, now) ? undefined : cached;
  cache.delete(hash);
  return load(token, hash, now);
}

async function load(token: Token, hash: string, now: Date): Promise<Authenticated | undefined> {
  const scope = token.tenant ?? 'PLATFORM';
  const read = { wall: now.getTime(), ticks: performance.now() };
  const key = await find<StoredKey>(scope, keySortKey(token.id));
  if (!key || key.revoked || isExpired(key, now)) return undefined;
  if (!timingSafeEqual(Buffer.from(key.hash), Buffer.from(hash))) return undefined;
  if (cache.size >= maxCached) cache.delete(cache.keys().next().value as string);
  cache.set(hash, { id: key.id, tenant: token.tenant, expires: key.expires, read });
  const today = now.toISOString().slice(0, 10);
  const lastUsedWrite = key.last_used === today ? undefined : writeLastUsed(scope, key.id, today);
  return { id: key.id, tenant: token.tenant, ...(lastUsedWrite && { lastUsedWrite }) };
}

/** Checks both clocks, because the wall clock can be set back and the other can stop while the process is frozen. */
const isFresh = ({ read }: CachedKey, now: Date) =>
  performance.now() - read.ticks < cacheMs && Math.abs(now.getTime() - read.wall) < cacheMs;

const isExpired = ({ expires }: { expires: string | null }, now: Date) => expires !== null && expires <= now.toISOString();

/** Records the day. It never fails a request or delays it by more than 200 ms. */
function writeLastUsed(scope: Scope, id: string, today: string) {
  const write = set(scope, keySortKey(id), { last_used: today }).catch((error: Error) => {
    log('warn', { message: 'last_used was not written', key: id, cause: error.name });
  });
  return Promise.race([write, sleep(200, undefined, { ref: false })]);
}
