import { log, logFailure } from '../../lib/api/log.ts';
import { metricFields } from '../../lib/api/metrics.ts';
import { measureIndexLag } from '../../lib/db/indexLag.ts';
import { countKeyChanges } from '../../lib/key/platformKeys.ts';
import { sweep, sweepFollowers } from '../../lib/webhook/sweep.ts';

/** Runs every minute; in a local run every second, without metrics. */
export async function handler(): Promise<void> {
  const tasks = [
    sweepDeliveries(),
    sweepFollowers(new Date()),
    ...(process.env.STAGE ? [reportKeyChanges(), reportLag()] : []),
  ];
  // One that fails stops none of the others.
  const results = await Promise.allSettled(tasks);
  const [problem, ...others] = results.filter((result) => result.status === 'rejected');
  for (const { reason } of others) logFailure('a task of the sweep failed', {})(reason);
  if (problem) throw problem.reason;
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
