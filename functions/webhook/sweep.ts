import { log } from '../../lib/log.ts';
import { measured } from '../../lib/metrics.ts';
import { sweep } from '../../lib/webhook/sweep.ts';

/** Each minute, and each second in a local run, which has nothing to measure. */
export async function handler(): Promise<void> {
  const { due, overdue } = await sweep(new Date());
  const point = measured('overdue', overdue);
  if (point) log('info', { message: 'swept', due, ...point });
}
