import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../errors.ts';
import { ConditionFailed, WriteConflict } from './writeErrors.ts';

const retryForMs = 4000;

/**
 * Retries `attempt` with jitter while it loses races against other writers. Each attempt must reload what it decides on,
 * and must itself turn failed conditions that are not races into errors.
 */
export async function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  const start = performance.now();
  for (;;) {
    const attemptStart = performance.now();
    try {
      return await attempt();
    } catch (error) {
      if (!isRace(error)) throw error;
      const now = performance.now();
      const leftMs = start + retryForMs - now;
      if (leftMs <= 0) throw unavailable(error);
      await sleep(Math.random() * Math.min(maxPauseMs(now - attemptStart), leftMs));
    }
  }
}

/** A slow attempt means contention: the slower the database answers, the longer the pause may be. */
const maxPauseMs = (attemptMs: number) => Math.min(Math.max(2 * attemptMs, 20), 1000);

/** A failed idempotency condition is final: a used key stays used. */
const isRace = (error: unknown) =>
  error instanceof WriteConflict || (error instanceof ConditionFailed && !error.failed.has('idempotency'));
