import type { SQSEvent } from 'aws-lambda';
import { loadChanged } from '../../lib/order/orderChanged.ts';
import { follow } from '../../lib/webhook/follow.ts';
import type { Message } from '../../lib/webhook/queue.ts';

/** Starts the follower that each message names. */
export async function handler({ Records }: SQSEvent): Promise<void> {
  for (const { body } of Records) {
    const { tenant, sk }: Message = JSON.parse(body);
    await follow(tenant, sk, loadChanged);
  }
}
