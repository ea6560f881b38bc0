import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as Target } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import type { Made } from './lambda.ts';

/** How long `deliver` may take: a claim, a call of 10 seconds, and what is written after it. */
const deliverTimeout = Duration.seconds(30);

export type Bell = { queue: Queue; dead: Queue };

/** The bell that wakes `deliver`. What can't even be handled is set aside after three tries, and the sweep rings for it anew. */
export function doorbell(scope: Construct): Bell {
  const common = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
  const dead = new Queue(scope, 'DeadDoorbell', { ...common, retentionPeriod: Duration.days(14) });
  const queue = new Queue(scope, 'Doorbell', {
    ...common,
    visibilityTimeout: Duration.seconds(6 * deliverTimeout.toSeconds()),
    retentionPeriod: Duration.hours(1),
    deadLetterQueue: { queue: dead, maxReceiveCount: 3 },
  });
  return { queue, dead };
}

/**
 * However many events are due, no more functions deliver than these, and the rest of the account's concurrency is left to
 * who waits for an answer. Where they are reserved, no rush of requests takes them from the deliveries either.
 */
export const delivering = ({ deliveriesAtOnce, reservesDeliveries }: Stage) => ({
  timeout: deliverTimeout,
  ...(reservesDeliveries && { reservedConcurrentExecutions: deliveriesAtOnce }),
});

/** One that failed is not tried again: the next one finds the same. */
export const sweeping = { timeout: Duration.minutes(1), retryAttempts: 0 };

type Woken = Record<'deliver' | 'sweep', Made>;

/** Lets the bell wake `deliver`, and the clock `sweep`. */
export function wake(scope: Construct, queue: Queue, { deliver, sweep }: Woken, { deliveriesAtOnce, isClosed }: Stage): void {
  const actions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
  deliver.lambda.addToRolePolicy(new PolicyStatement({ actions, resources: [queue.queueArn] }));
  const source = { eventSourceArn: queue.queueArn, batchSize: 1, maxConcurrency: deliveriesAtOnce, enabled: !isClosed };
  deliver.lambda.addEventSourceMapping('Bell', source);
  const { retryAttempts } = sweeping;
  const targets = [new Target(sweep.lambda, { retryAttempts })];
  new Rule(scope, 'EachMinute', { schedule: Schedule.rate(Duration.minutes(1)), targets, enabled: !isClosed });
}
