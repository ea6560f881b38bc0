import { log } from '../../lib/api/log.ts';
import { metricFields } from '../../lib/api/metrics.ts';
import { measureIndexLag } from '../../lib/db/indexLag.ts';
import { countKeyChanges } from '../../lib/key/platformKeys.ts';
import { sweep, sweepFollowers } from '../../lib/webhook/sweep.ts';

/** Runs every minute; in a local run every second, without metrics. */
export async function handler(): Promise<void> {
  const tasks = {
    deliveries: sweepDeliveries(),
    followers: sweepFollowers(new Date()),
    ...(process.env.STAGE && { keyChanges: reportKeyChanges(), lag: reportLag() }),
  };
  // One that fails stops none of the others.
  const failing = Object.entries(tasks).map(([task, work]) =>
    work.then(
      () => [],
      (error) => [{ task, error }],
    ),
  );
  const failed = (await Promise.all(failing)).flat();
  for (const { task, error } of failed) log('error', { message: 'a task of the sweep failed', task, cause: error.stack });
  if (failed[0]) throw failed[0].error;
}

const sweepDeliveries = () =>
  sweep(new Date(), ({ due, overdue }) => {
    const point = metricFields('overdue', overdue);
    if (point) log('info', { message: 'sweeping', due, ...point });
  });

async function reportKeyChanges(): Promise<void> {
  const changes = await countKeyChanges(new Date());
  log('info', { message: 'platform keys', ...metricFields('platform_key_changes', changes) });
}

async function reportLag(): Promise<void> {
  const { seconds, busiest } = await measureIndexLag();
  log('info', { message: 'index lag', busiest, ...metricFields('index_lag', seconds) });
}
