import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { moneyPath } from '../../../infra/stacks/functions/shift.ts';
import { standing } from '../../../infra/write/usage.ts';
import { metrics, namespace } from '../../../lib/api/metrics.ts';
import { routes } from '../../../lib/routes.ts';
import { propertiesOf, templatesOf } from '../../support/synthesized.ts';

const { service } = templatesOf('prod');

const alarms = () => propertiesOf(service, 'AWS::CloudWatch::Alarm');
const nameOf = ({ AlarmName }: { AlarmName: string }) => AlarmName.replace('StorePlatform-prod ', '');
const alarm = (name: string) => alarms().find((one) => nameOf(one) === name);

describe('an alarm', () => {
  test('has at most the ten metrics that CloudWatch can combine', () => {
    const counts = alarms().map(({ Metrics = [] }) => Metrics.filter((metric: object) => 'MetricStat' in metric).length);
    expect(Math.max(...counts)).toBeLessThanOrEqual(10);
  });

  test('watches one symptom, so more operations need no more alarms', () => {
    const limits = alarms().map((one) => {
      const { Threshold, EvaluationPeriods, DatapointsToAlarm = EvaluationPeriods, AlarmActions, TreatMissingData } = one;
      const urgency = AlarmActions[0].Ref.includes('Page') ? ', urgent' : '';
      const silence = TreatMissingData === 'breaching' ? ', or silence' : '';
      return [nameOf(one), `over ${Threshold} in ${DatapointsToAlarm} of ${EvaluationPeriods}${silence}${urgency}`];
    });
    // One odd value is no reason for an alarm, but each change of a platform key is.
    expect(Object.fromEntries(limits)).toEqual({
      AccountConcurrency: 'over 80 in 2 of 2, urgent',
      DeadLetters: 'over 0 in 2 of 3',
      DeliveriesFailed: 'over 50 in 2 of 3',
      DeliveriesOverdue: 'over 600 in 2 of 2, or silence, urgent',
      DeliveryCrashed: 'over 10 in 2 of 3',
      FollowersLate: 'over 1200 in 2 of 3, urgent',
      FunctionsCrashed: 'over 2 in 2 of 3, urgent',
      FunctionsThrottled: 'over 0 in 2 of 2, urgent',
      HighErrorRate: 'over 1 in 2 of 3, urgent',
      HighLatency: 'over 3000 in 3 of 3',
      InternalErrors: 'over 2 in 2 of 3, urgent',
      IndexLag: 'over 4 in 2 of 3',
      ManyRateLimited: 'over 5 in 2 of 2',
      ManyUnauthorized: 'over 300 in 2 of 3',
      PlatformKeysChanged: 'over 0 in 1 of 1',
      RequestsForwarded: 'over 0 in 2 of 3',
      TableThrottled: 'over 10 in 2 of 3, urgent',
      TransactionConflicts: 'over 600 in 2 of 2',
    });
  });

  test('notifies an address over TLS when it goes off and when it recovers: urgent alarms at one address, the others at another', () => {
    const subscriptions = propertiesOf(templatesOf('everything').service, 'AWS::SNS::Subscription');
    const addressOf = (id: string) => subscriptions.find(({ TopicArn }) => TopicArn.Ref.includes(id))?.Endpoint;
    expect([addressOf('Page'), addressOf('Inform')]).toEqual(['ops@example.com', 'team@example.com']);
    for (const { AlarmActions, OKActions } of alarms()) {
      expect(AlarmActions).toEqual([{ Ref: expect.stringMatching(/Page|Inform/) }]);
      expect(OKActions).toEqual(AlarmActions);
    }
    const allowed = { Effect: 'Allow', Action: 'sns:Publish', Principal: { Service: 'cloudwatch.amazonaws.com' } };
    service.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: { Statement: Match.arrayWith([Match.objectLike({ Effect: 'Deny' }), Match.objectLike(allowed)]) },
    });
  });

  test('leads to its row in docs/monitor.md', () => {
    const page = readFileSync(new URL('../../../docs/monitor.md', import.meta.url), 'utf8');
    for (const { AlarmName, AlarmDescription } of alarms()) {
      const id = nameOf({ AlarmName });
      expect(AlarmDescription).toMatch(new RegExp(`. See docs/monitor.md, ${id}\\.$`));
      expect(page).toMatch(new RegExp(`^\\|[^|]*\`${id}\``, 'm'));
    }
  });

  test('watches the error rate by the minute, and needs several failures if requests are few', () => {
    const [rate, failed] = alarm('HighErrorRate')?.Metrics ?? [];
    expect(rate.Expression).toBe('IF((requests >= 20) OR (failed >= 5), 100 * failed / requests, 0)');
    expect(failed.MetricStat.Period).toBe(60);
  });

  test('notices a fault of one operation by the minute, however little it adds to the share of all', () => {
    const code = { Name: 'code', Value: 'internal_error' };
    const internal = { Namespace: namespace, MetricName: 'rejections', Dimensions: expect.arrayContaining([code]) };
    expect(alarm('InternalErrors')?.Metrics).toMatchObject([
      expect.objectContaining({ MetricStat: expect.objectContaining({ Metric: internal, Period: 60 }) }),
    ]);
    const [sum, ...crashes] = alarm('FunctionsCrashed')?.Metrics ?? [];
    expect(sum.Expression).toBe('SUM(METRICS("of_crashes_"))');
    // An alarm can read ten metrics.
    expect(crashes).toHaveLength(10);
    const named = JSON.stringify(crashes);
    for (const id of moneyPath) expect(named.includes(`${id}Function`)).toBe(id !== 'deliver');
    for (const { MetricStat } of crashes) expect(MetricStat).toMatchObject({ Period: 60, Metric: { MetricName: 'Errors' } });
  });

  test('watches the latency, except in minutes with few requests', () => {
    const [latency, p90] = alarm('HighLatency')?.Metrics ?? [];
    expect(latency.Expression).toBe('IF(requests >= 10, p90, 0)');
    expect(p90.MetricStat).toMatchObject({ Stat: 'p90', Metric: { MetricName: 'Latency' } });
  });

  test('watches the share of 429 in the access log, and requests without a valid key', () => {
    const filter = { FilterPattern: '{ $.status = "429" }' };
    const MetricName = 'rate_limited_prod';
    const MetricTransformations = [Match.objectLike({ MetricNamespace: namespace, MetricName })];
    service.hasResourceProperties('AWS::Logs::MetricFilter', { ...filter, MetricTransformations });
    const metricsOf = (name: string) => alarm(name)?.Metrics.map(({ MetricStat }: { MetricStat?: object }) => MetricStat);
    const limited = { Metric: { Namespace: namespace, MetricName } };
    expect(metricsOf('ManyRateLimited')).toContainEqual(expect.objectContaining(limited));
    const Dimensions = [
      { Name: 'code', Value: 'unauthorized' },
      { Name: 'stage', Value: 'prod' },
    ];
    expect(metricsOf('ManyUnauthorized')).toMatchObject([{ Metric: { MetricName: 'rejections', Dimensions } }]);
  });

  test('watches the share of crashes of the functions that no request waits for', () => {
    const { Metrics } = alarm('DeliveryCrashed') ?? {};
    const shares = [0, 1, 2].map((i) => `IF(crashes${i} >= 3, 100 * crashes${i} / runs${i}, 0)`);
    expect(Metrics[0].Expression).toBe(`MAX([${shares.join(', ')}])`);
    expect(JSON.stringify(Metrics)).toMatch(/deliverFunction.*followFunction.*sweepFunction/);
  });

  test('watches the concurrency of the account, and functions with a limit of their own', () => {
    expect(alarm('AccountConcurrency')?.Metrics[0].Expression).toBe('100 * used / SERVICE_QUOTA(used)');
    const { Metrics } = alarm('FunctionsThrottled') ?? {};
    expect(Metrics).toHaveLength(1 + 5);
    expect(JSON.stringify(Metrics)).toMatch(/placeOrderFunction/);
  });

  test.each<[string, object]>([
    ['FollowersLate', { MetricName: 'ApproximateAgeOfOldestMessage', Statistic: 'Maximum' }],
    ['DeadLetters', { MetricName: 'ApproximateNumberOfMessagesVisible' }],
    ['TransactionConflicts', { MetricName: 'TransactionConflict', Namespace: 'AWS/DynamoDB', Statistic: 'Sum' }],
  ])('%s watches %j', (name, properties) => expect(alarm(name)).toMatchObject(properties));

  test('watches changes of platform keys, which the sweep counts', () => {
    const Dimensions = [{ Name: 'stage', Value: 'prod' }];
    const Metric = { Namespace: namespace, MetricName: 'platform_key_changes', Dimensions };
    expect(alarm('PlatformKeysChanged')?.Metrics).toMatchObject([{ MetricStat: { Metric, Stat: 'Sum' } }]);
  });

  test('watches throttling of the table and its indexes', () => {
    const { Metrics } = alarm('TableThrottled') ?? {};
    expect(Metrics).toHaveLength(1 + 2 * 5);
    expect(JSON.stringify(Metrics)).toMatch(/"GlobalSecondaryIndexName","Value":"due"/);
  });
});

test('a clock keeps every operation warm in production, but not in development or while the stage is closed', () => {
  const clockOf = (stage: 'dev' | 'prod' | 'closed') => {
    const { service: template } = templatesOf(stage);
    return Object.entries(template.findResources('AWS::Events::Rule')).find(([id]) => id.includes('FiveMinutes'))?.[1]
      .Properties;
  };
  expect(clockOf('dev')).toBeUndefined();
  expect(clockOf('closed').State).toBe('DISABLED');
  const { State, ScheduleExpression, Targets } = clockOf('prod');
  expect([State, ScheduleExpression]).toEqual(['ENABLED', 'rate(5 minutes)']);
  expect(JSON.parse(Targets[0].Input)).toEqual({ keep_warm: routes.map(({ id }) => id) });
  expect(Targets[0].Input.length).toBeLessThan(8192);
});

describe('a budget', () => {
  test('notifies the operator at 80% of the amount, and when it is expected to be exceeded', () => {
    const { service: everything } = templatesOf('everything');
    everything.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 500, Unit: 'USD' } },
      NotificationsWithSubscribers: [
        Match.objectLike({ Notification: Match.objectLike({ NotificationType: 'ACTUAL', Threshold: 80 }) }),
        Match.objectLike({ Subscribers: [{ SubscriptionType: 'EMAIL', Address: 'ops@example.com' }] }),
      ],
    });
  });

  test('exists only if an amount is set', () => {
    service.resourceCountIs('AWS::Budgets::Budget', 0);
  });
});

test('the costs page counts every watched and custom metric', () => {
  const watched = alarms().flatMap(
    ({ Metrics }) => Metrics?.filter(({ MetricStat }: { MetricStat?: object }) => MetricStat) ?? [1],
  );
  expect(watched).toHaveLength(standing.watched);
  const outcomes = ['delivered', 'failed', 'postponed'];
  const own = Object.entries(metrics).flatMap(([name, metric]) => ('by' in metric ? [] : [name]));
  const fromAccessLog = Object.keys(service.findResources('AWS::Logs::MetricFilter'));
  expect([...own, ...outcomes, ...fromAccessLog]).toHaveLength(standing.ownMetrics);
});

describe('the dashboard', () => {
  type Widget = { type: string; properties: { title: string; metrics?: unknown[]; alarms?: unknown[] } };
  const widgets = (): Widget[] => {
    const [board] = propertiesOf(service, 'AWS::CloudWatch::Dashboard');
    const parts: unknown[] = board?.DashboardBody['Fn::Join'][1];
    return JSON.parse(parts.map((part) => (typeof part === 'string' ? part : 'x')).join('')).widgets;
  };
  const titled = (title: string) => widgets().find(({ properties }) => properties.title === title)?.properties;

  test('shows every alarm first', () => {
    const [first] = widgets();
    expect(first?.type).toBe('alarm');
    expect(first?.properties.alarms).toHaveLength(alarms().length);
  });

  test('shows the latency of every operation', () => {
    const lines = widgets().filter(({ properties }) => properties.title.startsWith('p99 latency, ms'));
    expect(lines.flatMap(({ properties }) => properties.metrics)).toHaveLength(routes.length);
  });

  test('shows a metric in every graph', () => {
    const graphs = widgets().filter(({ type }) => type === 'metric');
    expect(graphs.length).toBeGreaterThan(8);
    expect(graphs.filter(({ properties: { metrics = [] } }) => metrics.length === 0)).toEqual([]);
  });

  test('does not add a metric of one line to another line', () => {
    const ids = JSON.stringify(titled('Table capacity units')).matchAll(/SUM\(METRICS\(\\"(\w+)\\"\)\)/g);
    const own = [...ids].map(([, id]) => id as string);
    expect(own.length).toBeGreaterThanOrEqual(2);
    expect(own.filter((id) => own.some((other) => other !== id && other.includes(id)))).toEqual([]);
  });
});

test('the access log contains the caller’s address and user agent, but no other headers and no keys', () => {
  const [stage] = propertiesOf(service, 'AWS::ApiGateway::Stage');
  const noted = JSON.parse(stage?.AccessLogSetting.Format);
  expect(Object.values(noted).sort()).toEqual(
    [
      'error.responseType',
      'httpMethod',
      'identity.sourceIp',
      'identity.userAgent',
      'integrationLatency',
      'requestId',
      'requestTime',
      'resourcePath',
      'responseLatency',
      'responseLength',
      'status',
    ].map((name) => `$context.${name}`),
  );
  expect(stage?.MethodSettings.filter(({ LoggingLevel }: { LoggingLevel?: string }) => LoggingLevel)).toEqual([]);
});
