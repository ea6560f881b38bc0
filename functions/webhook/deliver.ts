import type { SQSEvent } from 'aws-lambda';
import { deliver } from '../../lib/webhook/deliver.ts';
import type { Ring } from '../../lib/webhook/queue.ts';
import { resume } from '../../lib/webhook/resume.ts';

/** Somebody rang: looks at the one item that it is about. */
export async function handler({ Records }: SQSEvent): Promise<void> {
  for (const { body } of Records) {
    const { tenant, sk }: Ring = JSON.parse(body);
    await (sk.startsWith('WEBHOOK#') ? resume : deliver)(tenant, sk);
  }
}
