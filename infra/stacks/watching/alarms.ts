import { Stack } from 'aws-cdk-lib';
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { Alarm, ComparisonOperator, type IMetric, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Bell } from '../functions/delivery.ts';
import type { Made } from '../functions/lambda.ts';
import type { Stage } from '../stage.ts';
import { failedShare, own, period, throttledIn } from './metrics.ts';

/** What is looked at, by alarms and by people. */
export type Watched = { api: RestApiBase; functions: ReadonlyMap<string, Made>; table: string; bell: Bell; stage: Stage };

/** It must be passed in so many periods in a row; where few are none, of too few values there is no percentile. */
type Bound = { above: number; periods?: number; silenceIsBad?: boolean; fewAreNone?: boolean };

/** Everything that somebody should be woken for, and who. */
export class Alarms extends Construct {
  readonly all: Alarm[] = [];
  readonly topic: Topic | undefined;

  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    const { stage } = watched;
    this.topic = stage.alarms ? this.topicFor(stage.alarms) : undefined;
    this.requests(watched);
    this.deliveries(watched);
    this.add(
      'TableThrottled',
      throttledIn(watched.table),
      { above: 10 },
      'The table turns calls away: look for a tenant that does too much.',
    );
  }

  private topicFor(email: string) {
    const topic = new Topic(this, 'Topic', { enforceSSL: true });
    topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com'));
    topic.addSubscription(new EmailSubscription(email));
    return topic;
  }

  private requests({ api, functions }: Watched) {
    this.add(
      'FailedShare',
      failedShare(api),
      { above: 1, periods: 2 },
      'Over 1 % of the requests, or 5 of a few, are answered with 5xx.',
    );
    const slowest = api.metricLatency({ statistic: 'p99', period });
    const slow = 'One of a hundred requests takes over 3 s; the receivers that are asked for rates count too.';
    this.add('SlowP99', slowest, { above: 3000, periods: 3, fewAreNone: true }, slow);
    for (const [name, { lambda }] of functions) {
      this.add(`${name}Errors`, lambda.metricErrors({ statistic: 'Sum' }), { above: 0 }, `${name} crashed or ran out of time.`);
    }
    const throttles = new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: 'Sum' });
    this.add(
      'FunctionsThrottled',
      throttles,
      { above: 0, periods: 2 },
      "Functions use up the account's concurrency, or what is reserved.",
    );
  }

  private deliveries({ bell, stage }: Watched) {
    const age = bell.queue.metricApproximateAgeOfOldestMessage();
    // A ring may be asked for a quarter of an hour ahead.
    this.add('BellAge', age, { above: 1200 }, 'Nobody hears the bell: is deliver running?');
    const dead = bell.dead.metricApproximateNumberOfMessagesVisible();
    this.add('DeadLetters', dead, { above: 0 }, 'deliver failed three times at an event; its log says why.');
    const overdue = own('overdue', stage);
    const bound = { above: 600, periods: 2, silenceIsBad: true };
    this.add('Overdue', overdue, bound, 'An event is 10 minutes overdue, or the sweep is not running.');
  }

  private add(id: string, metric: IMetric, { above, periods = 1, silenceIsBad, fewAreNone }: Bound, text: string) {
    const alarm = new Alarm(this, id, {
      alarmName: `${Stack.of(this).stackName} ${id}`,
      alarmDescription: text,
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: silenceIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      ...(fewAreNone && { evaluateLowSampleCountPercentile: 'ignore' }),
    });
    if (this.topic) alarm.addAlarmAction(new SnsAction(this.topic));
    if (this.topic) alarm.addOkAction(new SnsAction(this.topic));
    this.all.push(alarm);
  }
}
