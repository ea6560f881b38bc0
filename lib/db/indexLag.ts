import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '../api/log.ts';
import { findBusiest } from './busiestStore.ts';
import type { Partition, TenantId } from './key.ts';
import { changed, queryPage } from './query.ts';
import { find } from './read.ts';
import { set, upsert } from './write.ts';

const pollMs = 200;
const maxMs = 10_000;
const sk = 'INDEX_LAG';

/**
 * Writes to the index `changed` and measures how many seconds pass until the write appears in it, up to 10. Each partition of the
 * index can lag by itself, so this writes to one of its own, which exists always, and to that of the busiest store.
 */
export async function measureIndexLag(): Promise<{ seconds: number; busiest: TenantId | undefined }> {
  const now = new Date();
  const tenant = await findBusiest(now);
  const [own, other] = await Promise.all([lagIn(sk, now), tenant && lagOf(tenant, now)]);
  await set(sk, sk, { lag_ms: msOf(own), busiest: tenant ?? null, busiest_lag_ms: other ? msOf(other) : 0 });
  return { seconds: Math.max(own.passedMs, other?.passedMs ?? 0) / 1000, busiest: tenant };
}

type Measured = { passedMs: number; appeared: boolean };
const msOf = ({ passedMs, appeared }: Measured) => (appeared ? Math.round(passedMs) : null);

/** A partition that is too busy for one more write lags too. */
const lagOf = (tenant: TenantId, now: Date) =>
  lagIn(tenant, now).catch((error: Error) => {
    log('warn', { message: 'could not measure the index of the busiest store', tenant, cause: error.name });
    return { passedMs: maxMs, appeared: false };
  });

const dayMs = 24 * 3600_000;

/** The mark sorts before every time, so that no list of changes shows the item. */
async function lagIn(partition: Partition, now: Date) {
  const mark = `!${now.toISOString()}`;
  const expiry = partition === sk ? {} : { expires_at: Math.floor((now.getTime() + dayMs) / 1000) };
  await upsert(partition, sk, { changed: mark, ...expiry });
  const began = performance.now();
  for (;;) {
    const { items } = await queryPage(changed(partition, mark, mark), undefined, 1);
    const passedMs = performance.now() - began;
    const appeared = items.length > 0;
    if (appeared || passedMs > maxMs) return { passedMs, appeared };
    await sleep(pollMs);
  }
}

type Lag = { lag_ms?: number | null; busiest?: string | null; busiest_lag_ms?: number | null };

/**
 * What was last measured for a tenant: infinite if the write did not appear. The partition of the busiest store holds up no other
 * store. Nothing is measured in a local run.
 */
export async function readIndexLagMs(tenant: TenantId): Promise<number> {
  const { lag_ms = 0, busiest, busiest_lag_ms = 0 } = (await find<Lag>(sk, sk)) ?? {};
  const lags = [lag_ms, busiest === tenant ? busiest_lag_ms : 0];
  return Math.max(...lags.map((lag) => lag ?? Number.POSITIVE_INFINITY));
}
