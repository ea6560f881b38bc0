import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../errors.ts';
import { ConditionFailed, Contention } from './writeErrors.ts';

const patience = 4000;

/**
 * Runs `attempt` again, after a jittered pause, as long as it loses races. An attempt must load afresh what it
 * decides on, and turn the failed conditions that are no race into refusals itself.
 */
export async function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  const start = performance.now();
  for (;;) {
    const begun = performance.now();
    try {
      return await attempt();
    } catch (error) {
      if (!isRace(error)) throw error;
      const now = performance.now();
      const left = start + patience - now;
      if (left <= 0) throw unavailable(error);
      await sleep(Math.random() * Math.min(ceiling(now - begun), left));
    }
  }
}

/** How long an attempt took tells how crowded it is: the slower the database answers, the more the next ones spread out. */
const ceiling = (took: number) => Math.min(Math.max(2 * took, 20), 1000);

/** A used idempotency key stays used, however often one tries. */
const isRace = (error: unknown) =>
  error instanceof Contention || (error instanceof ConditionFailed && !error.failed.has('idempotency'));
