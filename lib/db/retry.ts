import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiError, unavailable } from '../api/errors.ts';
import { ConditionFailed, WriteConflict } from './writeErrors.ts';

/** Enough for about 30 concurrent writers of one item. */
const maxTries = 12;
/** A conflict means contention on a busy item, such as a product in a flash sale. More tries would only add to it. */
const maxConflicts = 6;

/**
 * After it has given up, an instance is less patient with transactions for a while. Otherwise a product in a flash sale would
 * occupy several times as many instances, which other stores need, for about 6% more orders.
 */
const maxConflictsIfBusy = 3;
const busyMs = 1000;
let busyUntil = 0;

/** What a request checks before each retry of a write, such as that its key has not been revoked. */
export const recheck = new AsyncLocalStorage<() => Promise<void>>();

const firstPauseMs = 20;
const maxPauseMs = 400;

/**
 * Retries `attempt` while it loses races against other writers, with growing, jittered pauses, then throws
 * `temporarily_unavailable`. Its own pauses last about three seconds in total at most. Each attempt must reload its data, and
 * throw its own error for a failed condition that is not a race.
 */
export const retryOnConflict = <T>(attempt: () => Promise<T>): Promise<T> => retry(attempt, isLostRace, maxConflicts);

/** Retries a transaction that itself checks the caller's key. A key that has just revoked itself would fail another check. */
export const retryWithKeyCheck = <T>(transaction: () => Promise<T>): Promise<T> =>
  recheck.exit(() => retry(transaction, isLostRace, maxTries));

/** Repeats a transaction while others hold its items, with pauses of at most 0.7 seconds in total. A failed condition is final. */
export const repeatOnConflict = <T>(transaction: () => Promise<T>): Promise<T> =>
  retry(transaction, () => false, Date.now() < busyUntil ? maxConflictsIfBusy : maxConflicts);

async function retry<T>(attempt: () => Promise<T>, isLostRace: (error: unknown) => boolean, most: number): Promise<T> {
  const check = recheck.getStore();
  let conflicts = 0;
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof WriteConflict) conflicts += 1;
      else if (!isLostRace(error)) throw error;
      if (conflicts >= most) throw tooBusy(error);
      if (tries >= maxTries) throw unavailable(error);
      await sleep(Math.random() * longestPauseMs(tries));
      // Writes of the check itself are retried without it.
      if (check) await recheck.exit(check);
    }
  }
}

/** Clients that gave up at the same moment should not all come back at the same moment. */
function tooBusy(error: unknown): ApiError {
  busyUntil = Date.now() + busyMs;
  return unavailable(error, 1 + Math.floor(Math.random() * 3));
}

export const longestPauseMs = (tries: number) => Math.min(firstPauseMs * 2 ** (tries - 1), maxPauseMs);

/** A failed idempotency condition is final: retrying cannot free the key. */
const isLostRace = (error: unknown) => error instanceof ConditionFailed && !error.failed.has('idempotency');
