import { setTimeout as sleep } from 'node:timers/promises';
import { changeSlackMs } from '../../lib/order/limits.ts';
import type { StoreClient } from '../client/client.ts';
import type { Period } from './days.ts';

/** More than the clocks of two computers differ. */
const clockMarginMs = 3600_000;

/** Waits, if a period has just ended, until everything that was stored in it can be read. */
export async function untilSettled(store: Pick<StoreClient, 'getOrders'>, { to }: Period): Promise<void> {
  if (Math.abs(Date.now() - Date.parse(to)) > clockMarginMs) return;
  const { synced_until = '' } = await store.getOrders({ updated_from: to, limit: 1 });
  const waitMs = Date.parse(to) - Date.parse(synced_until);
  if (waitMs <= 0 || waitMs > changeSlackMs) return;
  process.stderr.write(
    `The period has just ended. Waiting ${Math.ceil(waitMs / 1000)} s until everything in it can be read.\n`,
  );
  await sleep(waitMs);
}
