import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope, TenantId } from '../db/key.ts';
import { find } from '../db/read.ts';
import { set } from '../db/write.ts';
import { log } from '../log.ts';
import { keySortKey, type StoredKey } from './storedKey.ts';
import { hashOf, parseToken, type Token } from './token.ts';

type Known = { id: string; tenant: TenantId | undefined; expires: string | null; read: { wall: number; ticks: number } };
type Authenticated = Pick<Known, 'id' | 'tenant'> & { lastUsedWrite?: Promise<unknown> };

const cacheMs = 25_000;
const known = new Map<string, Known>();

/** Who holds this key; undefined where it opens nothing of this kind. */
export async function authenticate(
  caller: Token['caller'],
  text: string | undefined,
  now: Date,
): Promise<Authenticated | undefined> {
  const token = text === undefined ? undefined : parseToken(text);
  if (!text || token?.caller !== caller) return undefined;
  const hash = hashOf(text);
  const cached = known.get(hash);
  if (cached && isFresh(cached, now)) return isExpired(cached, now) ? undefined : cached;
  known.delete(hash);
  return load(token, hash, now);
}

async function load(token: Token, hash: string, now: Date): Promise<Authenticated | undefined> {
  const scope = token.tenant ?? 'PLATFORM';
  const read = { wall: now.getTime(), ticks: performance.now() };
  const key = await find<StoredKey>(scope, keySortKey(token.id));
  if (!key || key.revoked || isExpired(key, now)) return undefined;
  if (!timingSafeEqual(Buffer.from(key.hash), Buffer.from(hash))) return undefined;
  if (known.size >= 1000) known.delete(known.keys().next().value as string);
  known.set(hash, { id: key.id, tenant: token.tenant, expires: key.expires, read });
  const today = now.toISOString().slice(0, 10);
  const lastUsedWrite = key.last_used === today ? undefined : writeLastUsed(scope, key.id, today);
  return { id: key.id, tenant: token.tenant, ...(lastUsedWrite && { lastUsedWrite }) };
}

/** Neither clock may say that the trust is over: the wall clock can be set back, the other can stand still. */
const isFresh = ({ read }: Known, now: Date) =>
  performance.now() - read.ticks < cacheMs && Math.abs(now.getTime() - read.wall) < cacheMs;

const isExpired = ({ expires }: { expires: string | null }, now: Date) => expires !== null && expires <= now.toISOString();

/** The day a key was last used is a courtesy: it never fails a request, and delays none by more than 200 ms. */
function writeLastUsed(scope: Scope, id: string, today: string) {
  const write = set(scope, keySortKey(id), { last_used: today }).catch((error: Error) => {
    log('warn', { message: 'last_used was not written', key: id, cause: error.name });
  });
  return Promise.race([write, sleep(200, undefined, { ref: false })]);
}
