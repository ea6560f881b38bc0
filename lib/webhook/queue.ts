import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { awsTimeouts } from '../awsTimeouts.ts';
import type { TenantId } from '../db/key.ts';
import { log } from '../log.ts';

const client = new SQSClient(awsTimeouts);

/** Names an item to look at. The item itself knows what is due, and when. */
export type Message = { tenant: TenantId; sk: string };

const maxDelaySeconds = 15 * 60;

/**
 * Asks for an item to be processed, now or after a delay. Failing is harmless: the due time is in the table,
 * where the sweep finds it a little later.
 */
export async function enqueue(tenant: TenantId, sk: string, seconds = 0): Promise<void> {
  const QueueUrl = process.env.QUEUE_URL;
  if (!QueueUrl || seconds > maxDelaySeconds) return;
  const MessageBody = JSON.stringify({ tenant, sk } satisfies Message);
  try {
    await client.send(
      new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId: tenant, DelaySeconds: Math.ceil(seconds) }),
    );
  } catch (error) {
    log('warn', { message: 'could not enqueue; the sweep will find the item', tenant, sk, cause: (error as Error).name });
  }
}
