import { log } from '../../lib/api/log.ts';
import { metricFields } from '../../lib/api/metrics.ts';
import { measureIndexLag } from '../../lib/db/indexLag.ts';
import { countKeyChanges } from '../../lib/key/keyChanges.ts';
import { sweep, sweepFollowers } from '../../lib/webhook/sweep.ts';

/** Runs every minute; in a local run every second, without metrics. */
export async function handler(): Promise<void> {
  await sweep(new Date(), ({ due, overdue }) => {
    const point = metricFields('overdue', overdue);
    if (point) log('info', { message: 'sweeping', due, ...point });
  });
  await sweepFollowers(new Date());
  if (!process.env.STAGE) return;
  const changes = await countKeyChanges(new Date());
  log('info', { message: 'platform keys', ...metricFields('platform_key_changes', changes) });
  log('info', { message: 'index lag', ...metricFields('index_lag', await measureIndexLag()) });
}
