const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** What is waited before the second attempt, the third, and so on; after the last there is none. */
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 12 * hour, 12 * hour, 12 * hour];

export const mostTries = waits.length + 1;

/** How long an event may wait for a URL to go to. */
export const patience = 75 * hour;

const longestWish = 12 * hour;

/** When to try again after so many attempts; undefined where it was the last. Jitter shortens, a receiver's wish lengthens. */
export function nextDue(tries: number, retryAfter: string | undefined, now: Date): Date | undefined {
  const wait = waits[tries - 1];
  if (wait === undefined) return undefined;
  const wish = Math.min(wishOf(retryAfter, now), longestWish);
  return new Date(now.getTime() + Math.max(wait * (1 - Math.random() * 0.2), wish));
}

/** `Retry-After` in milliseconds: it may be seconds or an HTTP date. `Date.parse` alone would find one in almost any words. */
function wishOf(retryAfter = '', now: Date): number {
  const date = / GMT$/.test(retryAfter) ? Date.parse(retryAfter) - now.getTime() : 0;
  const wish = /^\d+$/.test(retryAfter) ? Number(retryAfter) * second : date;
  return Math.max(wish || 0, 0);
}
