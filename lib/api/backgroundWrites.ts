import { setTimeout as sleep } from 'node:timers/promises';
import type { Middleware } from './call.ts';

/** Writes that later middlewares start without waiting for them. */
export type BackgroundWrites = { backgroundWrites: Promise<unknown>[] };

/** How long one wait for background writes, such as a key's last use, may take. */
const maxWaitMs = 200;

export const waitBriefly = (writes: readonly Promise<unknown>[]) =>
  Promise.race([Promise.all(writes), sleep(maxWaitMs, undefined, { ref: false })]);

/** Makes responses wait briefly for background writes. */
export function backgroundWrites(): Middleware<BackgroundWrites> {
  const awaitWrites = async ({ internal: { backgroundWrites } }: { internal: BackgroundWrites }) => {
    if (backgroundWrites.length > 0) await waitBriefly(backgroundWrites);
  };
  return {
    before: ({ internal }) => {
      internal.backgroundWrites = [];
    },
    after: awaitWrites,
    onError: awaitWrites,
  };
}
