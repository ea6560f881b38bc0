import { setTimeout as sleep } from 'node:timers/promises';
import { changed, queryPage } from './query.ts';
import { find } from './read.ts';
import { set, upsert } from './write.ts';

const pollMs = 200;
const maxMs = 10_000;

/** Writes to the index `changed` and measures how many seconds pass until the write appears in it, up to 10. */
export async function measureIndexLag(): Promise<number> {
  const time = new Date().toISOString();
  await upsert('INDEX_LAG', 'INDEX_LAG', { changed: time });
  const began = performance.now();
  for (;;) {
    const { items } = await queryPage(changed('INDEX_LAG', time, time), undefined, 1);
    const passedMs = performance.now() - began;
    if (items.length > 0 || passedMs > maxMs) {
      await set('INDEX_LAG', 'INDEX_LAG', { lag_ms: items.length > 0 ? Math.round(passedMs) : null });
      return passedMs / 1000;
    }
    await sleep(pollMs);
  }
}

/** What was last measured: infinite if the write did not appear. Nothing is measured in a local run. */
export async function readIndexLagMs(): Promise<number> {
  const { lag_ms = 0 } = (await find<{ lag_ms?: number | null }>('INDEX_LAG', 'INDEX_LAG')) ?? {};
  return lag_ms ?? Number.POSITIVE_INFINITY;
}
