import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as Target } from 'aws-cdk-lib/aws-events-targets';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type Alias, RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption, QueuePolicy } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import { scheduleSettings } from './lambda.ts';

export type DeliveryQueues = { queue: Queue; followQueue: Queue; deadLetterQueue: Queue };

/** A run of a follower starts calls for 10 seconds. Then it waits for the last one, for up to 10 seconds, and saves its progress. */
const followTimeout = Duration.seconds(28);

/** Enough for `deliver` to claim an event, call the receiver for up to 10 seconds, and write the result. */
const deliverTimeout = Duration.seconds(30);

/**
 * The queues that trigger `deliver` and `follow`. After three failures, a message moves to the dead-letter queue, and the sweep
 * queues its event or its follower again.
 */
export function createDeliveryQueues(scope: Construct): DeliveryQueues {
  const common = { encryption: QueueEncryption.SQS_MANAGED };
  const deadLetterQueue = new Queue(scope, 'DeliveryDeadLetters', { ...common, retentionPeriod: Duration.days(14) });
  const queueFor = (id: string, timeout: Duration) =>
    new Queue(scope, id, {
      ...common,
      // AWS recommends six times the timeout of the function.
      visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
      retentionPeriod: Duration.hours(1),
      deadLetterQueue: { queue: deadLetterQueue, maxReceiveCount: 3 },
    });
  const queue = queueFor('DeliveryQueue', deliverTimeout);
  const followQueue = queueFor('FollowQueue', followTimeout);
  requireTls(scope, [queue, followQueue, deadLetterQueue]);
  return { queue, followQueue, deadLetterQueue };
}

/** `enforceSSL` would add a resource for each queue. SQS rejects a policy that names another queue than its own. */
function requireTls(scope: Construct, queues: Queue[]): void {
  new QueuePolicy(scope, 'QueuePolicy', { queues }).document.addStatements(
    new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ['sqs:*'],
      resources: ['*'],
      conditions: { Bool: { 'aws:SecureTransport': 'false' } },
    }),
  );
}

/**
 * Reserved concurrency guarantees both their share of the account, however many requests arrive. They may queue messages for
 * themselves: each is a step of a delivery or of a follower, and the table bounds how many there are. Otherwise Lambda would stop
 * them after 16 steps.
 */
const workerSettings =
  (timeout: Duration) =>
  ({ deliverConcurrency, reservesDeliverConcurrency }: Stage) => ({
    timeout,
    recursiveLoop: RecursiveLoop.ALLOW,
    ...(reservesDeliverConcurrency && { reservedConcurrentExecutions: deliverConcurrency }),
  });

export const deliverSettings = workerSettings(deliverTimeout);
export const followSettings = workerSettings(followTimeout);

export const sweepSettings = { timeout: Duration.minutes(1), ...scheduleSettings };

type Functions = Record<'deliver' | 'follow' | 'sweep', Alias>;

/** Runs `deliver` and `follow` for every message, and `sweep` every minute. */
export function triggerDelivery(
  scope: Construct,
  { queue, followQueue }: DeliveryQueues,
  { deliver, follow, sweep }: Functions,
  stage: Stage,
): void {
  const enabled = !stage.isClosed;
  const trigger = (id: string, work: Alias, { queueArn }: Queue) => {
    const maxConcurrency = stage.deliverConcurrency;
    work.addEventSourceMapping(id, { eventSourceArn: queueArn, batchSize: 1, maxConcurrency, enabled });
  };
  trigger('DeliveryQueue', deliver, queue);
  trigger('FollowQueue', follow, followQueue);
  const targets = [new Target(sweep, scheduleSettings)];
  new Rule(scope, 'EachMinute', { schedule: Schedule.rate(Duration.minutes(1)), targets, enabled });
}
