import { Duration } from 'aws-cdk-lib';
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type Metric as MetricName, metrics, namespace } from '../../../lib/metrics.ts';
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

/** The percentage of requests that failed with 5xx. Below 20 requests it is 0, unless at least 5 failed. */
export const errorRate = (api: RestApiBase) =>
  new MathExpression({
    expression: 'IF((requests >= 20) OR (failed >= 5), 100 * failed / requests, 0)',
    usingMetrics: {
      failed: api.metricServerError({ statistic: 'Sum', period }),
      requests: api.metricCount({ statistic: 'Sum', period }),
    },
    label: 'error rate, %',
    period,
  });

/** Adds up metrics. METRICS() would include every metric of the graph, so a prefix of their ids selects these. */
export function sumOf(label: string, all: IMetric[]) {
  const prefix = `of_${label.replace(/\W/g, '')}_`;
  return new MathExpression({
    expression: `SUM(METRICS("${prefix}"))`,
    usingMetrics: Object.fromEntries(all.map((metric, i) => [`${prefix}${i}`, metric])),
    label,
    period,
  });
}

/** The metrics of the table and of each index, which have limits of their own. */
export const tableMetrics = (TableName: string, ...names: string[]) =>
  [undefined, ...tableShape.indexes.map(({ name }) => name)].flatMap((index) =>
    names.map((metricName) => {
      const dimensionsMap = { TableName, ...(index && { GlobalSecondaryIndexName: index }) };
      return new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic: 'Sum', period });
    }),
  );

export const tableThrottles = (table: string) =>
  sumOf('throttled', tableMetrics(table, 'ReadThrottleEvents', 'WriteThrottleEvents'));
