import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { standing } from '../../../infra/write/usage.ts';
import { metrics, namespace } from '../../../lib/api/metrics.ts';
import { routes } from '../../../lib/routes.ts';
import { templatesOf } from '../../support/synthesized.ts';

const { service } = templatesOf('prod');

const alarm = (name: string, properties: object) =>
  service.hasResourceProperties('AWS::CloudWatch::Alarm', { AlarmName: `StorePlatform-prod ${name}`, ...properties });

const alarms = () => Object.values(service.findResources('AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties);

describe('an alarm', () => {
  test('notifies an address over TLS when it goes off and when it recovers: urgent alarms at one address, the others at another', () => {
    const subscriptions = Object.values(templatesOf('everything').service.findResources('AWS::SNS::Subscription'));
    const addressOf = (id: string) =>
      subscriptions.find(({ Properties }) => Properties.TopicArn.Ref.includes(id))?.Properties.Endpoint;
    expect([addressOf('Page'), addressOf('Inform')]).toEqual(['ops@example.com', 'team@example.com']);
    const paging = [];
    for (const { AlarmActions, OKActions, AlarmDescription, AlarmName } of alarms()) {
      expect(AlarmActions).toEqual([{ Ref: expect.stringMatching(/Page|Inform/) }]);
      expect(OKActions).toEqual(AlarmActions);
      expect(AlarmDescription).toMatch(/./);
      if (AlarmActions[0].Ref.includes('Page')) paging.push(AlarmName.split(' ')[1]);
    }
    const urgent = ['AccountConcurrency', 'DeliveriesOverdue', 'FunctionsThrottled', 'HighErrorRate', 'TableThrottled'];
    expect(paging.sort()).toEqual(urgent);
    const allowed = { Effect: 'Allow', Action: 'sns:Publish', Principal: { Service: 'cloudwatch.amazonaws.com' } };
    service.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: { Statement: Match.arrayWith([Match.objectLike({ Effect: 'Deny' }), Match.objectLike(allowed)]) },
    });
  });

  test('leads to its row in docs/monitor.md', () => {
    const page = readFileSync(new URL('../../../docs/monitor.md', import.meta.url), 'utf8');
    for (const { AlarmName, AlarmDescription } of alarms()) {
      const [, id] = AlarmName.split(' ');
      expect(AlarmDescription).toContain(`See docs/monitor.md, ${id}.`);
      expect(page).toMatch(new RegExp(`^\\|[^|]*\`${id}\``, 'm'));
    }
  });

  test('watches a symptom: there is one for each, however many operations there are', () => {
    const names = alarms().map(({ AlarmName }) => AlarmName.split(' ')[1]);
    expect(names.sort()).toEqual([
      'AccountConcurrency',
      'DeadLetters',
      'DeliveriesFailed',
      'DeliveriesOverdue',
      'DeliveryCrashed',
      'FunctionsThrottled',
      'HighErrorRate',
      'HighLatency',
      'IndexLag',
      'ManyRateLimited',
      'ManyUnauthorized',
      'PlatformKeysChanged',
      'RequestsForwarded',
      'TableThrottled',
      'TransactionConflicts',
    ]);
  });

  test('watches the error rate by the minute, and needs several failures if requests are few', () => {
    const share = { Expression: 'IF((requests >= 20) OR (failed >= 5), 100 * failed / requests, 0)' };
    const twoOfThree = { EvaluationPeriods: 3, DatapointsToAlarm: 2 };
    alarm('HighErrorRate', { Threshold: 1, ...twoOfThree, Metrics: Match.arrayWith([Match.objectLike(share)]) });
    const [failed] =
      alarms()
        .find(({ AlarmName }) => AlarmName.endsWith('HighErrorRate'))
        ?.Metrics.slice(1) ?? [];
    expect(failed.MetricStat.Period).toBe(60);
  });

  test('watches the share of 429 in the access log, and requests without a valid key', () => {
    const filter = { FilterPattern: '{ $.status = "429" }' };
    const MetricName = 'rate_limited_prod';
    const MetricTransformations = [Match.objectLike({ MetricNamespace: namespace, MetricName })];
    service.hasResourceProperties('AWS::Logs::MetricFilter', { ...filter, MetricTransformations });
    const limited = { MetricStat: Match.objectLike({ Metric: { Namespace: namespace, MetricName } }) };
    alarm('ManyRateLimited', { Threshold: 5, Metrics: Match.arrayWith([Match.objectLike(limited)]) });
    const Dimensions = [
      { Name: 'code', Value: 'unauthorized' },
      { Name: 'stage', Value: 'prod' },
    ];
    const Metric = { Namespace: namespace, MetricName: 'rejections', Dimensions };
    alarm('ManyUnauthorized', { Metrics: [Match.objectLike({ MetricStat: Match.objectLike({ Metric }) })] });
  });

  test('never goes off for one odd value, but for each change of a platform key', () => {
    const single = alarms().filter(({ EvaluationPeriods, DatapointsToAlarm = EvaluationPeriods }) => DatapointsToAlarm < 2);
    expect(single.map(({ AlarmName }) => AlarmName)).toEqual(['StorePlatform-prod PlatformKeysChanged']);
  });

  test('watches the share of crashes of the functions that no request waits for', () => {
    const { Metrics } = alarms().find(({ AlarmName }) => AlarmName.endsWith('DeliveryCrashed')) ?? {};
    const shares = [0, 1, 2].map((i) => `IF(crashes${i} >= 3, 100 * crashes${i} / runs${i}, 0)`);
    expect(Metrics[0].Expression).toBe(`MAX([${shares.join(', ')}])`);
    expect(JSON.stringify(Metrics)).toMatch(/deliverFunction.*followFunction.*sweepFunction/);
  });

  test('watches the concurrency of the account, and functions with a limit of their own', () => {
    const share = { Expression: '100 * used / SERVICE_QUOTA(used)' };
    alarm('AccountConcurrency', { Threshold: 80, Metrics: Match.arrayWith([Match.objectLike(share)]) });
    const { Metrics } = alarms().find(({ AlarmName }) => AlarmName.endsWith('FunctionsThrottled')) ?? {};
    expect(Metrics).toHaveLength(1 + 5);
    expect(JSON.stringify(Metrics)).toMatch(/placeOrderFunction/);
  });

  test.each<[string, object]>([
    ['HighLatency', { MetricName: 'Latency', Threshold: 3000, ExtendedStatistic: 'p99' }],
    ['DeadLetters', { MetricName: 'ApproximateNumberOfMessagesVisible', Threshold: 0 }],
    ['DeliveriesOverdue', { Threshold: 600, TreatMissingData: 'breaching' }],
    ['DeliveriesFailed', { Threshold: 50 }],
    ['IndexLag', { Threshold: 4 }],
    ['TransactionConflicts', { MetricName: 'TransactionConflict', Namespace: 'AWS/DynamoDB', Statistic: 'Sum' }],
  ])('%s has the limit %j', (name, properties) => alarm(name, properties));

  test('watches changes of platform keys, which the sweep counts', () => {
    const Dimensions = [{ Name: 'stage', Value: 'prod' }];
    const Metric = { Namespace: namespace, MetricName: 'platform_key_changes', Dimensions };
    const MetricStat = Match.objectLike({ Metric, Stat: 'Sum' });
    alarm('PlatformKeysChanged', { Threshold: 0, EvaluationPeriods: 1, Metrics: [Match.objectLike({ MetricStat })] });
  });

  test('watches throttling of the table and its indexes', () => {
    const { Metrics } = alarms().find(({ AlarmName }) => AlarmName.endsWith('TableThrottled')) ?? {};
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
    const [board] = Object.values(service.findResources('AWS::CloudWatch::Dashboard'));
    const parts: unknown[] = board?.Properties.DashboardBody['Fn::Join'][1];
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
  const [stage] = Object.values(service.findResources('AWS::ApiGateway::Stage'));
  const noted = JSON.parse(stage?.Properties.AccessLogSetting.Format);
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
  expect(stage?.Properties.MethodSettings.filter(({ LoggingLevel }: { LoggingLevel?: string }) => LoggingLevel)).toEqual([]);
});
