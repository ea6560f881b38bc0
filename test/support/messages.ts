import { afterAll, beforeAll } from '@jest/globals';
import { startQueue } from '../../infra/local/localQueue.ts';

/** A message to the queue: the item it is about, its group, and its delay. */
export type Sent = { tenant: string; sk: string; group: string; seconds: number };

/** Starts a queue for a file. Returns a function that collects the messages about a store which `act` sends. */
export function recordMessages() {
  let sent: Sent[] = [];
  let queue: Awaited<ReturnType<typeof startQueue>>;
  beforeAll(async () => {
    queue = await startQueue(({ MessageBody, MessageGroupId, DelaySeconds = 0 }) => {
      sent.push({ ...JSON.parse(MessageBody), group: MessageGroupId, seconds: DelaySeconds });
    });
  });
  afterAll(() => queue.close());
  return async ({ tenant }: { tenant: { id: string } }, act: () => Promise<unknown>): Promise<Sent[]> => {
    sent = [];
    await act();
    if (!sent.every(({ seconds }) => Number.isInteger(seconds))) throw new Error('SQS accepts whole seconds only');
    return sent.filter((message) => message.tenant === tenant.id);
  };
}
