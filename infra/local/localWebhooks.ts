import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSEvent } from 'aws-lambda';
import { fairQueue } from './fairQueue.ts';
import { startQueue } from './localQueue.ts';

type Worker = (event: SQSEvent) => Promise<void>;
type Functions = { deliver: Worker; follow: Worker; sweep: () => Promise<void> };

const workersOf = (work: Worker) =>
  fairQueue((body) => work({ Records: [{ body }] } as unknown as SQSEvent), { concurrency: 50, perGroup: 5 });

/** Runs the webhook functions: queues call `deliver` and `follow`, a timer calls `sweep`, as SQS and EventBridge do when deployed. */
export async function startWebhooks({ deliver, follow, sweep }: Functions) {
  const [deliveries, follows] = [workersOf(deliver), workersOf(follow)];
  const queue = await startQueue(({ QueueUrl, MessageBody, MessageGroupId, DelaySeconds = 0 }) => {
    const workers = QueueUrl === process.env.FOLLOW_QUEUE_URL ? follows : deliveries;
    setTimeout(() => workers.push(MessageGroupId, MessageBody), DelaySeconds * 1000).unref();
  });
  const sweeps = repeat(sweep, 1000);
  return {
    async stop() {
      await Promise.all([sweeps.stop(), deliveries.close(), follows.close()]);
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
