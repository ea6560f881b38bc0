import { describe, expect, test } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { standing } from '../../../infra/write/usage.ts';
import { metrics, namespace } from '../../../lib/metrics.ts';
import { routes } from '../../../lib/routes.ts';
import { templatesOf } from '../../support/synthesized.ts';

const { service } = templatesOf('alarms');

const alarm = (name: string, properties: object) =>
  service.hasResourceProperties('AWS::CloudWatch::Alarm', { AlarmName: `StorePlatform-prod ${name}`, ...properties });

const alarms = () => Object.values(service.findResources('AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties);

describe('an alarm', () => {
  test('notifies one address over TLS when it goes off and when it recovers', () => {
    service.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'ops@example.com' });
    const [topic] = Object.keys(service.findResources('AWS::SNS::Topic'));
    for (const { AlarmActions, OKActions, AlarmDescription } of alarms()) {
      expect([AlarmActions, OKActions]).toEqual([[{ Ref: topic }], [{ Ref: topic }]]);
      expect(AlarmDescription).toMatch(/./);
    }
    const allowed = { Effect: 'Allow', Action: 'sns:Publish', Principal: { Service: 'cloudwatch.amazonaws.com' } };
    service.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: { Statement: Match.arrayWith([Match.objectLike({ Effect: 'Deny' }), Match.objectLike(allowed)]) },
    });
  });

  test('watches the error rate, and needs several failures if requests are few', () => {
    const share = { Expression: 'IF((requests >= 20) OR (failed >= 5), 100 * failed / requests, 0)' };
    alarm('HighErrorRate', { Threshold: 1, EvaluationPeriods: 2, Metrics: Match.arrayWith([Match.objectLike(share)]) });
  });

  test('watches the p99 latency, unless requests are few', () => {
    const p99 = { ExtendedStatistic: 'p99', EvaluateLowSampleCountPercentile: 'ignore' };
    alarm('HighLatency', { MetricName: 'Latency', Threshold: 3000, ...p99 });
    alarm('TableThrottled', { EvaluateLowSampleCountPercentile: Match.absent() });
  });

  test.each([...routes.map(({ id }) => id), 'unmatched', 'site', 'health', 'deliver', 'sweep'])(
    'watches the errors of %s',
    (id) => {
      alarm(`${id}Errors`, { MetricName: 'Errors', Namespace: 'AWS/Lambda', Threshold: 0, Statistic: 'Sum' });
    },
  );

  test('watches throttling of functions, of the table and of its indexes', () => {
    alarm('FunctionsThrottled', { MetricName: 'Throttles', Namespace: 'AWS/Lambda', Dimensions: Match.absent() });
    const { Metrics } = alarms().find(({ AlarmName }) => AlarmName.endsWith('TableThrottled')) as never as {
      Metrics: object[];
    };
    expect(Metrics).toHaveLength(1 + 2 * 4);
    expect(JSON.stringify(Metrics)).toMatch(/"GlobalSecondaryIndexName","Value":"due"/);
  });

  test('watches the delivery queue, its dead letters and overdue deliveries', () => {
    alarm('QueueAge', { MetricName: 'ApproximateAgeOfOldestMessage', Threshold: 1200 });
    alarm('DeadLetters', { MetricName: 'ApproximateNumberOfMessagesVisible', Threshold: 0 });
    const Metric = { Namespace: namespace, MetricName: 'overdue', Dimensions: [{ Name: 'stage', Value: 'prod' }] };
    const Metrics = [Match.objectLike({ MetricStat: { Metric, Period: 300, Stat: 'Maximum' } })];
    alarm('DeliveriesOverdue', { Metrics, Threshold: 600, TreatMissingData: 'breaching' });
  });

  test('watches how long a change takes to appear in the index `changed`', () => {
    alarm('IndexLag', { Threshold: 4, Metrics: Match.anyValue() });
  });
});

test('the costs page counts every watched and custom metric', () => {
  const watched = alarms().flatMap(
    ({ Metrics }) => Metrics?.filter(({ MetricStat }: { MetricStat?: object }) => MetricStat) ?? [1],
  );
  const functions = Object.keys(service.findResources('AWS::Lambda::Function'));
  expect(watched).toHaveLength(functions.length + standing.alsoWatched);
  const outcomes = ['delivered', 'failed', 'postponed'];
  const own = Object.entries(metrics).flatMap(([name, metric]) => ('by' in metric ? [] : [name]));
  expect([...own, ...outcomes]).toHaveLength(standing.ownMetrics);
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

  test.each([
    'Requests',
    'Rejections by code',
    'Orders, payments and refunds',
    'Deliveries by outcome',
    'Longest delay of a delivery, seconds',
    'Messages in the delivery queue',
    'Table capacity units',
    'Throttled table requests',
  ])('shows %s', (title) => {
    expect(titled(title)?.metrics).not.toHaveLength(0);
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
