import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as Target } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** How long `deliver` may take: a claim, a call of 10 seconds, and what is written after it. */
export const deliverTimeout = Duration.seconds(30);

/** The bell that wakes `deliver`. What can't even be handled is set aside after three tries, and the sweep rings for it anew. */
export function doorbell(scope: Construct): Queue {
  const common = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
  const queue = new Queue(scope, 'DeadDoorbell', { ...common, retentionPeriod: Duration.days(14) });
  return new Queue(scope, 'Doorbell', {
    ...common,
    visibilityTimeout: Duration.seconds(6 * deliverTimeout.toSeconds()),
    retentionPeriod: Duration.hours(1),
    deadLetterQueue: { queue, maxReceiveCount: 3 },
  });
}

/** Lets the bell wake `deliver`, for 50 deliveries at once at most, and the clock `sweep`. */
export function wake(scope: Construct, queue: Queue, { deliver, sweep }: Record<'deliver' | 'sweep', LambdaFunction>): void {
  deliver.addEventSource(new SqsEventSource(queue, { batchSize: 1, maxConcurrency: 50 }));
  new Rule(scope, 'EachMinute', { schedule: Schedule.rate(Duration.minutes(1)), targets: [new Target(sweep)] });
}
