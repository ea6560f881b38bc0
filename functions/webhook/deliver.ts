import type { SQSEvent } from 'aws-lambda';
import { confirmOrder } from '../../lib/order/confirmOrder.ts';
import { deliver } from '../../lib/webhook/deliver.ts';
import { releaseParked } from '../../lib/webhook/parked.ts';
import type { Message } from '../../lib/webhook/queue.ts';

/** Processes the one item that each message names. */
export async function handler({ Records }: SQSEvent): Promise<void> {
  for (const { body } of Records) {
    const { tenant, sk }: Message = JSON.parse(body);
    await (sk.startsWith('WEBHOOK#') ? releaseParked(tenant, sk) : deliver(tenant, sk, confirmOrder));
  }
}
