import { Stack } from 'aws-cdk-lib';
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { DeliveryQueues } from '../functions/deliveryQueues.ts';
import type { Stage } from '../stage.ts';
import { addBackupFailures } from './backupFailures.ts';
import {
  concurrencyShare,
  customMetric,
  customMetricOf,
  errorRate,
  minute,
  period,
  rateLimitedShare,
  sumOf,
  tableMetric,
  tableThrottles,
} from './stackMetrics.ts';

/** What alarms and the dashboard show. */
export type Monitored = {
  api: RestApiBase;
  functions: ReadonlyMap<string, Alias>;
  table: string;
  queues: DeliveryQueues;
  stage: Stage;
};

type Threshold = {
  above: number;
  /** How many periods in a row must exceed it; 1 by default. */
  periods?: number;
  /** How many of the periods must exceed it; all by default. */
  datapoints?: number;
  /** Whether it also rolls back a new version. */
  rollsBack?: true;
  /** Treats missing data as a failure. */
  alarmsOnSilence?: boolean;
  /** Ignores percentiles of too few values. */
  ignoresFewValues?: boolean;
};

/** Whether the function has its own concurrency limit. */
const isReserved = ({ lambda }: Alias) => (lambda.node.defaultChild as CfnFunction).reservedConcurrentExecutions !== undefined;

export class Alarms extends Construct {
  readonly all: Alarm[] = [];
  /** Those that roll back a new version. */
  readonly rollingBack: Alarm[] = [];
  private readonly topic: Topic | undefined;

  constructor(scope: Construct, id: string, monitored: Monitored) {
    super(scope, id);
    const { stage } = monitored;
    this.topic = stage.alarms ? this.topicFor(stage.alarms) : undefined;
    this.addRequestAlarms(monitored);
    this.addFunctionAlarms(monitored);
    this.addTableAlarms(monitored);
    this.addDeliveryAlarms(monitored);
    if (this.topic && stage.backupVault) addBackupFailures(this, this.topic, monitored.table);
  }

  private topicFor(email: string) {
    const topic = new Topic(this, 'Topic', { enforceSSL: true });
    topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com'));
    topic.addSubscription(new EmailSubscription(email));
    return topic;
  }

  private addRequestAlarms({ api, stage }: Monitored) {
    const failed = 'More than 1% of requests fail with 5xx.';
    this.add('HighErrorRate', errorRate(api, minute), { above: 1, datapoints: 2, periods: 3, rollsBack: true }, failed);
    const p99 = api.metricLatency({ statistic: 'p99', period });
    const slow = 'The p99 latency is over 3 s. It includes operations that wait for a receiver, such as calculateRates.';
    this.add('HighLatency', p99, { above: 3000, periods: 3, ignoresFewValues: true }, slow);
    const limited = 'More than 5% of requests get 429: from the firewall, the gateway, or the quota of a store.';
    this.add('ManyRateLimited', rateLimitedShare(api, stage), { above: 5, periods: 2 }, limited);
    const rejected =
      'More than 300 requests in 5 minutes had no valid key. A client may be using a revoked key, or someone is guessing keys.';
    this.add('ManyUnauthorized', customMetricOf('rejections', 'unauthorized', stage), { above: 300 }, rejected);
    const forwarded = 'The gateway sent requests for a known path to unmatched, which forwarded them.';
    this.add('RequestsForwarded', customMetric('forwarded', stage), { above: 0 }, forwarded);
  }

  private addFunctionAlarms({ functions }: Monitored) {
    const concurrency = 'The account uses over 80% of its concurrent executions.';
    this.add('AccountConcurrency', concurrencyShare(), { above: 80, periods: 2 }, concurrency);
    const limited = [...functions.values()].filter((one) => isReserved(one));
    if (limited.length > 0) {
      const full = 'Functions with reserved concurrency are rejecting requests.';
      const throttles = sumOf(
        'throttled',
        limited.map((one) => one.lambda.metricThrottles({ statistic: 'Sum', period })),
      );
      this.add('FunctionsThrottled', throttles, { above: 0, periods: 2 }, full);
    }
    const background = ['deliver', 'sweep'].map((id) =>
      (functions.get(id) as Alias).lambda.metricErrors({ statistic: 'Sum', period }),
    );
    const crashed = 'deliver or sweep crashed or timed out. Crashes of other functions count in HighErrorRate.';
    this.add('DeliveryCrashed', sumOf('crashes', background), { above: 0, rollsBack: true }, crashed);
  }

  private addTableAlarms({ table, stage }: Monitored) {
    const throttled = 'DynamoDB is throttling requests to the table: one key is too busy, or the table is warming up.';
    this.add('TableThrottled', tableThrottles(table), { above: 10 }, throttled);
    const conflicts = tableMetric(table, 'TransactionConflict');
    const conflicting = 'Over 600 transaction conflicts in 5 minutes: many requests change the same order or product.';
    this.add('TransactionConflicts', conflicts, { above: 600, periods: 2 }, conflicting);
    const lag =
      'A change takes over 4 s to show in the index `changed`. Above 15 s, clients that use updated_from miss changes.';
    this.add('IndexLag', customMetric('index_lag', stage), { above: 4 }, lag);
  }

  private addDeliveryAlarms({ queues: { deadLetterQueue }, stage }: Monitored) {
    const threshold = { above: 600, periods: 2, alarmsOnSilence: true };
    const overdue = 'A delivery is more than 10 minutes overdue, or sweep is not running.';
    this.add('DeliveriesOverdue', customMetric('overdue', stage), threshold, overdue);
    const failed = 'Over 50 deliveries failed for good in 5 minutes. Their receivers have been down for days.';
    this.add('DeliveriesFailed', customMetricOf('deliveries', 'failed', stage), { above: 50 }, failed);
    const deadLetters = deadLetterQueue.metricApproximateNumberOfMessagesVisible();
    this.add('DeadLetters', deadLetters, { above: 0 }, 'deliver failed three times for an event.');
  }

  private add(id: string, metric: IMetric, threshold: Threshold, meaning: string) {
    const { above, periods = 1, datapoints, alarmsOnSilence, ignoresFewValues, rollsBack } = threshold;
    const alarm = new Alarm(this, id, {
      alarmName: `${Stack.of(this).stackName} ${id}`,
      alarmDescription: `${meaning} See docs/operating.md, ${id}.`,
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      ...(datapoints && { datapointsToAlarm: datapoints }),
      treatMissingData: alarmsOnSilence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      ...(ignoresFewValues && { evaluateLowSampleCountPercentile: 'ignore' }),
    });
    if (this.topic) alarm.addAlarmAction(new SnsAction(this.topic));
    if (this.topic) alarm.addOkAction(new SnsAction(this.topic));
    this.all.push(alarm);
    if (rollsBack) this.rollingBack.push(alarm);
  }
}
