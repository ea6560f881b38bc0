import { log } from '../../lib/log.ts';
import { metricFields } from '../../lib/metrics.ts';
import { sweep } from '../../lib/webhook/sweep.ts';

/** Each minute, and each second in a local run, which has nothing to measure. */
export async function handler(): Promise<void> {
  await sweep(new Date(), ({ due, overdue }) => {
    const point = metricFields('overdue', overdue);
    if (point) log('info', { message: 'sweeping', due, ...point });
  });
}
