const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The waits before the second attempt, the third, and so on. */
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 12 * hour, 12 * hour, 12 * hour];

export const maxTries = waits.length + 1;

/** A delivery that is still waiting this long after its creation or restart fails. */
export const maxWaitMs = 75 * hour;

const maxRetryAfterMs = 12 * hour;

/** When to retry after this many tries; undefined after the last. Jitter shortens the wait, `Retry-After` lengthens it. */
export function nextDue(tries: number, retryAfter: string | undefined, now: Date): Date | undefined {
  const wait = waits[tries - 1];
  if (wait === undefined) return undefined;
  const asked = Math.min(retryAfterMs(retryAfter, now), maxRetryAfterMs);
  return new Date(now.getTime() + Math.max(wait * (1 - Math.random() * 0.2), asked));
}

/** `Retry-After` may be seconds or an HTTP date. `Date.parse` alone would accept almost any text as a date. */
function retryAfterMs(retryAfter = '', now: Date): number {
  const date = / GMT$/.test(retryAfter) ? Date.parse(retryAfter) - now.getTime() : 0;
  return (/^\d+$/.test(retryAfter) ? Number(retryAfter) * second : date) || 0;
}
