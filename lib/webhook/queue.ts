import { awsTimeouts } from '../api/awsTimeouts.ts';
import { logFailure } from '../api/log.ts';
import type { TenantId } from '../db/key.ts';

let loading: ReturnType<typeof loadQueue> | undefined;

/** Loads the queue's client on first use: most cold starts enqueue nothing. */
async function loadQueue() {
  const { SendMessageBatchCommand, SendMessageCommand, SQSClient } = await import('@aws-sdk/client-sqs');
  return { client: new SQSClient(awsTimeouts()), SendMessageBatchCommand, SendMessageCommand };
}

const queue = () => {
  loading ??= loadQueue();
  return loading;
};

/** Identifies an item to process. The item stores what is due and when. */
export type Message = { tenant: TenantId; sk: string };

const maxDelaySeconds = 15 * 60;
const maxBatch = () => Number(process.env.QUEUE_BATCH ?? 10);

/** The group makes it a fair queue: no tenant waits for the backlog of another. */
const entryOf = (message: Message) => ({ MessageBody: JSON.stringify(message), MessageGroupId: message.tenant });

/** Enqueues an item, optionally after a delay. A failure is harmless: the due time is in the table, where the sweep finds it. */
export async function enqueue(tenant: TenantId, sk: string, seconds = 0): Promise<void> {
  if (seconds > maxDelaySeconds) return;
  const entry = { ...entryOf({ tenant, sk }), DelaySeconds: Math.ceil(seconds) };
  await attempt(
    sk,
    async (QueueUrl) => {
      const { client, SendMessageCommand } = await queue();
      return client.send(new SendMessageCommand({ QueueUrl, ...entry }));
    },
    { tenant, sk },
  );
}

/** Enqueues many items of one kind, in batches of ten. */
export async function enqueueAll(messages: readonly Message[]): Promise<void> {
  const size = maxBatch();
  for (let i = 0; i < messages.length; i += size) {
    const [first, ...more] = messages.slice(i, i + size);
    if (first && more.length === 0) await enqueue(first.tenant, first.sk);
    else if (first) await enqueueBatch([first, ...more]);
  }
}

async function enqueueBatch(batch: readonly [Message, ...Message[]]): Promise<void> {
  const Entries = batch.map((message, i) => ({ Id: String(i), ...entryOf(message) }));
  await attempt(
    batch[0].sk,
    async (QueueUrl) => {
      const { client, SendMessageBatchCommand } = await queue();
      const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
      if (Failed.length > 0) throw Object.assign(new Error(), { name: Failed[0]?.Code });
    },
    { messages: batch.length },
  );
}

/** Runs of followers take longer than deliveries, so they have a queue of their own. */
const queueUrl = (sk: string) =>
  sk.startsWith('WEBHOOK#order-changed') ? process.env.FOLLOW_QUEUE_URL : process.env.QUEUE_URL;

async function attempt(sk: string, send: (queueUrl: string) => Promise<unknown>, fields: object): Promise<void> {
  const url = queueUrl(sk);
  if (url) await send(url).catch(logFailure('could not enqueue; the sweep will find it', fields));
}
