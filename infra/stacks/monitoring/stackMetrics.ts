import { Duration } from 'aws-cdk-lib';
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type Metric as MetricName, metrics, namespace } from '../../../lib/api/metrics.ts';
import { tableShape } from '../../tableShape.ts';
import type { Stage } from '../stage.ts';

export const period = Duration.minutes(5);

/** A metric that our log lines carry. */
export const customMetric = (name: MetricName, { name: stage }: Stage) =>
  new Metric({
    namespace,
    metricName: name,
    dimensionsMap: { stage },
    statistic: metrics[name].unit === 'Count' ? 'Sum' : 'Maximum',
    period,
    label: name.replaceAll('_', ' '),
  });

/** One line for each value of the field that splits a metric, such as each error code. */
export const customMetricBy = (field: string, name: MetricName, { name: stage }: Stage) =>
  new MathExpression({
    expression: `SEARCH('{${namespace},stage,${field}} MetricName="${name}" stage="${stage}"', 'Sum', ${period.toSeconds()})`,
    label: '',
    period,
  });

/** A metric of one value of the field that splits it, such as one error code. */
export const customMetricOf = (name: 'rejections' | 'deliveries', value: string, { name: stage }: Stage, over = period) =>
  new Metric({
    namespace,
    metricName: name,
    dimensionsMap: { stage, [metrics[name].by]: value },
    statistic: 'Sum',
    period: over,
    label: value,
  });

/** The percentage of requests that got 429, according to the access log. 0 if there were fewer than 100 requests. */
export const rateLimitedShare = (api: RestApiBase, { name: stage }: Stage) =>
  new MathExpression({
    expression: 'IF(requests >= 100, 100 * limited / requests, 0)',
    usingMetrics: {
      limited: new Metric({ namespace, metricName: rateLimitedMetric(stage), statistic: 'Sum', period }),
      requests: api.metricCount({ statistic: 'Sum', period }),
    },
    label: 'rate limited, %',
    period,
  });

/** Counts responses with 429. Functions cannot, because most of these come from the gateway and the firewall. */
export const rateLimitedMetric = (stage: string) => `rate_limited_${stage}`;

/** The percentage of the account's concurrent executions that all its functions use. */
export const concurrencyShare = () =>
  new MathExpression({
    expression: '100 * used / SERVICE_QUOTA(used)',
    usingMetrics: {
      used: new Metric({
        namespace: 'AWS/Usage',
        metricName: 'ResourceCount',
        dimensionsMap: { Service: 'Lambda', Type: 'Resource', Resource: 'ConcurrentExecutions', Class: 'None' },
        statistic: 'Maximum',
        period,
      }),
    },
    label: 'concurrency, %',
    period,
  });

/** Short enough for a deployment to notice a broken version while it gets a tenth of the requests. */
export const minute = Duration.minutes(1);

/** The percentage of requests that failed with 5xx. 0 if there were fewer than 20 requests, unless at least 5 failed. */
export const errorRate = (api: RestApiBase, over = period) =>
  new MathExpression({
    expression: 'IF((requests >= 20) OR (failed >= 5), 100 * failed / requests, 0)',
    usingMetrics: {
      failed: api.metricServerError({ statistic: 'Sum', period: over }),
      requests: api.metricCount({ statistic: 'Sum', period: over }),
    },
    label: 'error rate, %',
    period: over,
  });

/** The latency that a tenth of the requests exceed. 0 below 10 requests, where a percentile alone keeps the alarm's state. */
export const slowTenth = (api: RestApiBase) =>
  new MathExpression({
    expression: 'IF(requests >= 10, p90, 0)',
    usingMetrics: {
      p90: api.metricLatency({ statistic: 'p90', period }),
      requests: api.metricCount({ statistic: 'Sum', period }),
    },
    label: 'p90 latency, ms',
    period,
  });

/** The percentage of runs that crashed or timed out, of the function where it is highest. 0 if fewer than 3 did. */
export const crashRate = (functions: IFunction[]) => {
  const metricsOf = (one: IFunction, i: number) => [
    [`crashes${i}`, one.metricErrors({ statistic: 'Sum', period })],
    [`runs${i}`, one.metricInvocations({ statistic: 'Sum', period })],
  ];
  const shares = functions.map((_, i) => `IF(crashes${i} >= 3, 100 * crashes${i} / runs${i}, 0)`);
  return new MathExpression({
    expression: `MAX([${shares.join(', ')}])`,
    usingMetrics: Object.fromEntries(functions.flatMap(metricsOf)),
    label: 'crashes, %',
    period,
  });
};

/** Adds up metrics. METRICS() would include every metric of the graph, so a prefix of their ids selects these. */
export function sumOf(label: string, all: IMetric[], over = period) {
  const prefix = `of_${label.replace(/\W/g, '')}_`;
  return new MathExpression({
    expression: `SUM(METRICS("${prefix}"))`,
    usingMetrics: Object.fromEntries(all.map((metric, i) => [`${prefix}${i}`, metric])),
    label,
    period: over,
  });
}

export function tableMetric(TableName: string, metricName: string, index?: string) {
  const dimensionsMap = { TableName, ...(index && { GlobalSecondaryIndexName: index }) };
  return new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic: 'Sum', period });
}

/** The metrics of the table and of each index, which have limits of their own. */
export const tableMetrics = (table: string, ...names: string[]) =>
  [undefined, ...tableShape.indexes.map(({ name }) => name)].flatMap((index) =>
    names.map((name) => tableMetric(table, name, index)),
  );

export const tableThrottles = (table: string) =>
  sumOf('throttled', tableMetrics(table, 'ReadThrottleEvents', 'WriteThrottleEvents'));
