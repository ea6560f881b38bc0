import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSEvent } from 'aws-lambda';
import { fairQueue } from './fairQueue.ts';
import { startQueue } from './localQueue.ts';

type Functions = { deliver: (event: SQSEvent) => Promise<void>; sweep: () => Promise<void> };

/** Runs the webhook functions: a queue calls `deliver` and a timer calls `sweep`, as SQS and EventBridge do when deployed. */
export async function startWebhooks({ deliver, sweep }: Functions) {
  const deliveries = fairQueue((body) => deliver({ Records: [{ body }] } as unknown as SQSEvent), {
    concurrency: 50,
    perGroup: 5,
  });
  const queue = await startQueue(({ MessageBody, MessageGroupId, DelaySeconds = 0 }) => {
    setTimeout(() => deliveries.push(MessageGroupId, MessageBody), DelaySeconds * 1000).unref();
  });
  const sweeps = repeat(sweep, 1000);
  return {
    async stop() {
      await Promise.all([sweeps.stop(), deliveries.close()]);
      queue.close();
    },
  };
}

/** Runs `work` after each pause. `stop` waits for a run in progress. */
function repeat(work: () => Promise<void>, pauseMs: number) {
  const end = new AbortController();
  const pause = () => sleep(pauseMs, true, { signal: end.signal }).catch(() => false);
  const running = (async () => {
    while (await pause()) await work().catch((error: Error) => void process.stderr.write(`${error.message}\n`));
  })();
  return {
    stop: () => {
      end.abort();
      return running;
    },
  };
}
