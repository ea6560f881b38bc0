import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSEvent } from 'aws-lambda';
import { fairQueue } from './fairQueue.ts';
import { startQueue } from './queue.ts';

type Functions = { deliver: (event: SQSEvent) => Promise<void>; sweep: () => Promise<void> };

/** The queue that `ring` sends to, as far as it is used, and the schedule that sweeps: what SQS and EventBridge do when deployed. */
export async function startDoorbell({ deliver, sweep }: Functions) {
  const waiting = fairQueue((body) => deliver({ Records: [{ body }] } as unknown as SQSEvent), { most: 50, each: 5 });
  const queue = await startQueue(({ MessageBody, MessageGroupId, DelaySeconds = 0 }) => {
    setTimeout(() => waiting.push(MessageGroupId, MessageBody), DelaySeconds * 1000).unref();
  });
  const sweeping = repeat(sweep, 1000);
  return {
    async stop() {
      await Promise.all([sweeping.stop(), waiting.close()]);
      queue.close();
    },
  };
}

/** Runs `work` again and again, with such a pause before each; stopped, it ends what it is at. */
function repeat(work: () => Promise<void>, pause: number) {
  const end = new AbortController();
  const goesOn = () => sleep(pause, true, { signal: end.signal }).catch(() => false);
  const running = (async () => {
    while (await goesOn()) await work().catch((error: Error) => void process.stderr.write(`${error.message}\n`));
  })();
  return {
    stop: () => {
      end.abort();
      return running;
    },
  };
}
