import { logFailure } from '../api/log.ts';
import { putAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { put } from '../db/write.ts';
import type { Rates } from './schema.ts';

/** The receiver's last response to a question. */
export type CachedRates = { question: string; json: string; at: string };

const freshMs = 15 * 60_000;
const usableMs = 24 * 3600_000;

export type RatesResponse = Pick<Rates, 'rates' | 'dropped'>;

/** The cached response to the same question. A response that is no longer fresh is used only if the receiver fails. */
export function cachedResponse(cached: CachedRates | undefined, question: string, now: Date) {
  if (cached?.question !== question) return undefined;
  const age = now.getTime() - Date.parse(cached.at);
  if (age >= usableMs) return undefined;
  return { response: JSON.parse(cached.json) as RatesResponse, isFresh: age < freshMs };
}

/** Caches a response. A failure is only logged. */
export async function cacheResponse(tenant: TenantId, sk: string, question: string, response: RatesResponse, now: Date) {
  const cached: CachedRates = { question, json: JSON.stringify(response), at: now.toISOString() };
  const expires_at = Math.floor((now.getTime() + usableMs) / 1000);
  const written = put(putAction(tenant, sk, { ...cached, expires_at }));
  await written.catch(logFailure('could not cache the rates', { tenant }));
}
