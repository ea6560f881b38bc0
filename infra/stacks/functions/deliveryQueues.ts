import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as Target } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type Alias, RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Stage } from '../stage.ts';

export type DeliveryQueues = { queue: Queue; deadLetterQueue: Queue };

/** Enough for `deliver` to claim an event, call the receiver for up to 10 seconds, and write the result. */
const deliverTimeout = Duration.seconds(30);

/**
 * The queue that triggers `deliver`. After three failures, a message moves to the dead-letter queue, and the sweep queues its
 * event again.
 */
export function createDeliveryQueues(scope: Construct): DeliveryQueues {
  const common = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
  const deadLetterQueue = new Queue(scope, 'DeliveryDeadLetters', { ...common, retentionPeriod: Duration.days(14) });
  const queue = new Queue(scope, 'DeliveryQueue', {
    ...common,
    // AWS recommends six times the timeout of the function.
    visibilityTimeout: Duration.seconds(6 * deliverTimeout.toSeconds()),
    retentionPeriod: Duration.hours(1),
    deadLetterQueue: { queue: deadLetterQueue, maxReceiveCount: 3 },
  });
  return { queue, deadLetterQueue };
}

/**
 * Reserved concurrency guarantees `deliver` its share of the account, however many requests arrive. It may queue messages for itself:
 * each one is a step of a delivery, and the table bounds how many there are. Otherwise Lambda would stop it after 16 steps.
 */
export const deliverSettings = ({ deliverConcurrency, reservesDeliverConcurrency }: Stage) => ({
  timeout: deliverTimeout,
  recursiveLoop: RecursiveLoop.ALLOW,
  ...(reservesDeliverConcurrency && { reservedConcurrentExecutions: deliverConcurrency }),
});

/** A failed sweep is not retried: the next one finds the same events. */
export const sweepSettings = { timeout: Duration.minutes(1), retryAttempts: 0 };

type Functions = Record<'deliver' | 'sweep', Alias>;

/** Runs `deliver` for every message, and `sweep` every minute. */
export function triggerDelivery(
  scope: Construct,
  { queue }: DeliveryQueues,
  { deliver, sweep }: Functions,
  stage: Stage,
): void {
  const enabled = !stage.isClosed;
  const actions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
  deliver.addToRolePolicy(new PolicyStatement({ actions, resources: [queue.queueArn] }));
  deliver.addEventSourceMapping('DeliveryQueue', {
    eventSourceArn: queue.queueArn,
    batchSize: 1,
    maxConcurrency: stage.deliverConcurrency,
    enabled,
  });
  const targets = [new Target(sweep, { retryAttempts: sweepSettings.retryAttempts })];
  new Rule(scope, 'EachMinute', { schedule: Schedule.rate(Duration.minutes(1)), targets, enabled });
}
