import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { awsTimeouts } from '../awsTimeouts.ts';
import type { TenantId } from '../db/key.ts';
import { log } from '../log.ts';

const client = new SQSClient(awsTimeouts);

/** The item that something is to be done about; what and when, the item itself knows. */
export type Ring = { tenant: TenantId; sk: string };

const longestDelay = 15 * 60;

/**
 * Asks for an item to be looked at, now or in a while. It may fail: what is due is due in the table, and the sweep
 * finds it there a little later.
 */
export async function ring(tenant: TenantId, sk: string, seconds = 0): Promise<void> {
  const QueueUrl = process.env.DOORBELL_URL;
  if (!QueueUrl || seconds > longestDelay) return;
  const MessageBody = JSON.stringify({ tenant, sk } satisfies Ring);
  try {
    await client.send(
      new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId: tenant, DelaySeconds: Math.ceil(seconds) }),
    );
  } catch (error) {
    log('warn', { message: 'the doorbell was not rung', tenant, sk, cause: (error as Error).name });
  }
}
