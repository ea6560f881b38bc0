import { Duration, Stack } from 'aws-cdk-lib';
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { Alarm, ComparisonOperator, type IMetric, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { backupVaultName } from '../backup.ts';
import type { DeliveryQueues } from '../functions/deliveryQueues.ts';
import { moneyPath } from '../functions/shift.ts';
import type { Stage } from '../stage.ts';
import { addBackupFailures } from './backupFailures.ts';
import {
  concurrencyShare,
  crashRate,
  customMetric,
  customMetricOf,
  errorRate,
  minute,
  period,
  rateLimitedShare,
  slowTenth,
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
  /** How many periods in a row must exceed it. By default, two of three must, so that one odd value wakes nobody. */
  periods?: number;
  /** Somebody must act now. The other alarms can wait until the morning. */
  pages?: true;
  /** Whether it also rolls back a new version. */
  rollsBack?: true;
  /** Treats missing data as a failure. */
  alarmsOnSilence?: boolean;
};

/** During a shift, a broken operation fails only a tenth of its requests, often too few to raise the overall error rate. */
const fault: Threshold = { above: 2, rollsBack: true, pages: true };

/** Whether the function has its own concurrency limit. */
const isReserved = ({ lambda }: Alias) => (lambda.node.defaultChild as CfnFunction).reservedConcurrentExecutions !== undefined;

export class Alarms extends Construct {
  readonly all: Alarm[] = [];
  /** Those that roll back a new version. */
  readonly rollingBack: Alarm[] = [];
  private readonly topics: Record<'page' | 'inform', Topic> | undefined;

  constructor(scope: Construct, id: string, monitored: Monitored) {
    super(scope, id);
    const { stage } = monitored;
    if (stage.alarms)
      this.topics = {
        page: this.topicFor('Page', stage.alarms),
        inform: this.topicFor('Inform', stage.inform ?? stage.alarms),
      };
    this.addRequestAlarms(monitored);
    this.addFunctionAlarms(monitored);
    this.addTableAlarms(monitored);
    this.addDeliveryAlarms(monitored);
    if (stage.backupVault) this.addBackupAlarms(monitored);
  }

  private topicFor(id: string, email: string) {
    const topic = new Topic(this, id, { enforceSSL: true });
    topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com'));
    topic.addSubscription(new EmailSubscription(email));
    return topic;
  }

  private addRequestAlarms({ api, stage }: Monitored) {
    const failed = 'More than 1% of requests fail with 5xx.';
    this.add('HighErrorRate', errorRate(api, minute), { above: 1, rollsBack: true, pages: true }, failed);
    const broken =
      'More than 2 requests in a minute fail with internal_error, two of three minutes: a fault in the code or its rights.';
    this.add('InternalErrors', customMetricOf('rejections', 'internal_error', stage, minute), fault, broken);
    const slow =
      'A tenth of the requests take over 3 s. This includes operations that wait for a receiver, such as calculateRates.';
    this.add('HighLatency', slowTenth(api), { above: 3000, periods: 3 }, slow);
    const limited = 'More than 5% of requests get 429: from the firewall, the gateway, or the limits of a store.';
    this.add('ManyRateLimited', rateLimitedShare(api, stage), { above: 5, periods: 2 }, limited);
    const rejected =
      'More than 300 requests in 5 minutes had no valid key. A client may be using a revoked key, or someone is guessing keys.';
    this.add('ManyUnauthorized', customMetricOf('rejections', 'unauthorized', stage), { above: 300 }, rejected);
    const issued = 'A platform key was issued or revoked in the last ten minutes.';
    this.add('PlatformKeysChanged', customMetric('platform_key_changes', stage), { above: 0, periods: 1 }, issued);
    const forwarded = 'The gateway sent requests for a known path to unmatched, which forwarded them.';
    this.add('RequestsForwarded', customMetric('forwarded', stage), { above: 0 }, forwarded);
  }

  private addFunctionAlarms({ functions }: Monitored) {
    const concurrency = 'The account uses over 80% of its concurrent executions.';
    this.add('AccountConcurrency', concurrencyShare(), { above: 80, periods: 2, pages: true }, concurrency);
    const limited = [...functions.values()].filter((one) => isReserved(one));
    if (limited.length > 0) {
      const full = 'Functions with reserved concurrency are rejecting requests.';
      const throttles = sumOf(
        'throttled',
        limited.map((one) => one.lambda.metricThrottles({ statistic: 'Sum', period })),
      );
      this.add('FunctionsThrottled', throttles, { above: 0, periods: 2, pages: true }, full);
    }
    const crashes = [...functions].flatMap(([id, { lambda }]) =>
      moneyPath.has(id) && id !== 'deliver' ? [lambda.metricErrors({ statistic: 'Sum', period: minute })] : [],
    );
    const broken = 'Functions that take orders, or move money, parcels or stock, crash or time out more than twice a minute.';
    this.add('FunctionsCrashed', sumOf('crashes', crashes, minute), fault, broken);
    const background = ['deliver', 'follow', 'sweep'].map((id) => (functions.get(id) as Alias).lambda);
    const crashed =
      'Over 10% of the runs of deliver, follow or sweep crash or time out. Crashes of other functions count in HighErrorRate.';
    this.add('DeliveryCrashed', crashRate(background), { above: 10, rollsBack: true }, crashed);
  }

  private addTableAlarms({ table, stage }: Monitored) {
    const throttled = 'DynamoDB is throttling requests to the table: one key is too busy, or the table is warming up.';
    this.add('TableThrottled', tableThrottles(table), { above: 10, pages: true }, throttled);
    const conflicts = tableMetric(table, 'TransactionConflict');
    const conflicting = 'Over 600 transaction conflicts in 5 minutes: many requests change the same order or product.';
    this.add('TransactionConflicts', conflicts, { above: 600, periods: 2 }, conflicting);
    const lag =
      'A change takes over 4 s to show in the index `changed`. Above 5 s, clients that use updated_from can miss the changes of slow requests. The measurement stops at 10 s, so 10 s can mean a longer delay. Then those clients can miss any change.';
    this.add('IndexLag', customMetric('index_lag', stage), { above: 4 }, lag);
  }

  private addDeliveryAlarms({ queues: { followQueue, deadLetterQueue }, stage }: Monitored) {
    const threshold = { above: 600, periods: 2, alarmsOnSilence: true, pages: true } as const;
    const overdue = 'A delivery is more than 10 minutes overdue, or sweep has not read all due deliveries for 10 minutes.';
    this.add('DeliveriesOverdue', customMetric('overdue', stage), threshold, overdue);
    const waiting = followQueue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum', period });
    const late = 'A run of a follower has waited for over 20 minutes, so followers get changes late.';
    this.add('FollowersLate', waiting, { above: 1200, pages: true }, late);
    const failed = 'Over 50 deliveries failed their last attempt in 5 minutes. Calls to their receivers have failed for days.';
    this.add('DeliveriesFailed', customMetricOf('deliveries', 'failed', stage), { above: 50 }, failed);
    const deadLetters = deadLetterQueue.metricApproximateNumberOfMessagesVisible();
    this.add('DeadLetters', deadLetters, { above: 0 }, 'deliver failed three times for an event, or follow for a follower.');
  }

  private addBackupAlarms({ stage, table }: Monitored) {
    const metricName = 'NumberOfBackupJobsCompleted';
    const dimensionsMap = { BackupVaultName: backupVaultName(stage) };
    const period = Duration.hours(6);
    const backups = new Metric({ namespace: 'AWS/Backup', metricName, dimensionsMap, statistic: 'Sum', period });
    const none = new MathExpression({
      expression: 'IF(FILL(backups, 0) < 1, 1, 0)',
      usingMetrics: { backups },
      label: 'no backup in 6 hours',
      period,
    });
    const silent = 'No backup of the table was completed for 36 hours.';
    // A night's backup may be completed up to 9 hours later than that of the night before.
    this.add('NoBackup', none, { above: 0, periods: 6, alarmsOnSilence: true }, silent);
    if (this.topics) addBackupFailures(this, this.topics.page, table);
  }

  private add(id: string, metric: IMetric, threshold: Threshold, meaning: string) {
    const { above, periods, alarmsOnSilence, rollsBack, pages } = threshold;
    const alarm = new Alarm(this, id, {
      alarmName: `${Stack.of(this).stackName} ${id}`,
      alarmDescription: `${meaning} See docs/monitor.md, ${id}.`,
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      ...(periods ? { evaluationPeriods: periods } : { evaluationPeriods: 3, datapointsToAlarm: 2 }),
      treatMissingData: alarmsOnSilence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    const topic = this.topics?.[pages ? 'page' : 'inform'];
    if (topic) alarm.addAlarmAction(new SnsAction(topic));
    if (topic) alarm.addOkAction(new SnsAction(topic));
    this.all.push(alarm);
    if (rollsBack) this.rollingBack.push(alarm);
  }
}
