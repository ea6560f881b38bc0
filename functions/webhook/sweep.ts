import { sweep } from '../../lib/webhook/sweep.ts';

/** Each minute, and each second in a local run. */
export async function handler(): Promise<void> {
  await sweep(new Date());
}
