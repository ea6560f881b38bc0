import { Stack } from 'aws-cdk-lib';
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { Alarm, ComparisonOperator, type IMetric, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { DeliveryQueues } from '../functions/delivery.ts';
import type { Stage } from '../stage.ts';
import { customMetric, errorRate, period, tableThrottles } from './metrics.ts';

/** What alarms and the dashboard show. */
export type Monitored = {
  api: RestApiBase;
  functions: ReadonlyMap<string, IFunction>;
  table: string;
  queues: DeliveryQueues;
  stage: Stage;
};

type Threshold = {
  above: number;
  /** How many periods in a row must exceed it; 1 by default. */
  periods?: number;
  /** Treats missing data as a failure. */
  alarmsOnSilence?: boolean;
  /** Ignores percentiles of too few values. */
  ignoresFewValues?: boolean;
};

export class Alarms extends Construct {
  readonly all: Alarm[] = [];
  private readonly topic: Topic | undefined;

  constructor(scope: Construct, id: string, monitored: Monitored) {
    super(scope, id);
    const { stage, table } = monitored;
    this.topic = stage.alarms ? this.topicFor(stage.alarms) : undefined;
    this.addRequestAlarms(monitored);
    this.addDeliveryAlarms(monitored);
    const throttled = 'DynamoDB is throttling requests to the table. Check whether one tenant sends too many requests.';
    this.add('TableThrottled', tableThrottles(table), { above: 10 }, throttled);
    const lag =
      'A change takes over 4 s to show in the index `changed`. Above 15 s, clients that use updated_from miss changes.';
    this.add('IndexLag', customMetric('index_lag', stage), { above: 4 }, lag);
  }

  private topicFor(email: string) {
    const topic = new Topic(this, 'Topic', { enforceSSL: true });
    topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com'));
    topic.addSubscription(new EmailSubscription(email));
    return topic;
  }

  private addRequestAlarms({ api, functions, stage }: Monitored) {
    const failed = 'More than 1% of requests fail with 5xx. With fewer than 20 requests, the alarm needs at least 5 failures.';
    this.add('HighErrorRate', errorRate(api), { above: 1, periods: 2 }, failed);
    const p99 = api.metricLatency({ statistic: 'p99', period });
    const slow = 'The p99 latency is over 3 s. It includes operations that wait for a receiver, such as calculateRates.';
    const forwarded = 'The gateway sent requests for a known path to unmatched, which forwarded them. See docs/operating.md.';
    this.add('RequestsForwarded', customMetric('forwarded', stage), { above: 0 }, forwarded);
    this.add('HighLatency', p99, { above: 3000, periods: 3, ignoresFewValues: true }, slow);
    for (const [name, lambda] of functions) {
      this.add(`${name}Errors`, lambda.metricErrors({ statistic: 'Sum' }), { above: 0 }, `${name} crashed or timed out.`);
    }
    const throttles = new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: 'Sum' });
    const throttled = "Functions are hitting the account's concurrency limit or their reserved concurrency.";
    this.add('FunctionsThrottled', throttles, { above: 0, periods: 2 }, throttled);
  }

  private addDeliveryAlarms({ queues: { queue, deadLetterQueue }, stage }: Monitored) {
    const age = queue.metricApproximateAgeOfOldestMessage();
    // A message can be delayed by up to 15 minutes.
    this.add('QueueAge', age, { above: 1200 }, 'A message has waited over 20 minutes. Check that deliver is running.');
    const deadLetters = deadLetterQueue.metricApproximateNumberOfMessagesVisible();
    this.add('DeadLetters', deadLetters, { above: 0 }, 'deliver failed three times on an event. See its log.');
    const threshold = { above: 600, periods: 2, alarmsOnSilence: true };
    const overdue = 'A delivery is more than 10 minutes overdue, or sweep is not running.';
    this.add('DeliveriesOverdue', customMetric('overdue', stage), threshold, overdue);
  }

  private add(id: string, metric: IMetric, threshold: Threshold, alarmDescription: string) {
    const { above, periods = 1, alarmsOnSilence, ignoresFewValues } = threshold;
    const alarm = new Alarm(this, id, {
      alarmName: `${Stack.of(this).stackName} ${id}`,
      alarmDescription,
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: alarmsOnSilence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      ...(ignoresFewValues && { evaluateLowSampleCountPercentile: 'ignore' }),
    });
    if (this.topic) alarm.addAlarmAction(new SnsAction(this.topic));
    if (this.topic) alarm.addOkAction(new SnsAction(this.topic));
    this.all.push(alarm);
  }
}
