import { Duration } from 'aws-cdk-lib';
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { metrics, namespace, type Metric as Own } from '../../../lib/metrics.ts';
import { tableShape } from '../../tableShape.ts';
import type { Stage } from '../stage.ts';

export const period = Duration.minutes(5);

/** One of our own, as the log lines of this stage carry it. */
export const own = (name: Own, { name: stage }: Stage, by: Record<string, string> = {}) =>
  new Metric({
    namespace,
    metricName: name,
    dimensionsMap: { stage, ...by },
    statistic: metrics[name].unit === 'Count' ? 'Sum' : 'Maximum',
    period,
    label: Object.values(by)[0] ?? name.replaceAll('_', ' '),
  });

/** Every value that one of our own is told apart by. */
export const ownByField = (name: Own, { name: stage }: Stage, field: string) =>
  new MathExpression({
    expression: `SEARCH('{${namespace},stage,${field}} MetricName="${name}" stage="${stage}"', 'Sum', ${period.toSeconds()})`,
    label: '',
    period,
  });

/** How many of a hundred requests the service could not answer; one failure of a handful says nothing, and five do. */
export const failedShare = (api: RestApiBase) =>
  new MathExpression({
    expression: 'IF((requests >= 20) OR (failed >= 5), 100 * failed / requests, 0)',
    usingMetrics: {
      failed: api.metricServerError({ statistic: 'Sum', period }),
      requests: api.metricCount({ statistic: 'Sum', period }),
    },
    label: 'failed, %',
    period,
  });

/** The sum of some metrics. A function over all metrics takes those of the whole graph, so that it has to be told which. */
export function sumOf(label: string, all: IMetric[]) {
  const own = `of_${label.replace(/\W/g, '')}_`;
  return new MathExpression({
    expression: `SUM(METRICS("${own}"))`,
    usingMetrics: Object.fromEntries(all.map((metric, i) => [`${own}${i}`, metric])),
    label,
    period,
  });
}

const places = [undefined, ...tableShape.indexes.map(({ name }) => name)];

/** The table's own and those of its indexes, of which each has limits of its own. */
export const ofTable = (TableName: string, ...names: string[]) =>
  places.flatMap((index) =>
    names.map((metricName) => {
      const dimensionsMap = { TableName, ...(index && { GlobalSecondaryIndexName: index }) };
      return new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic: 'Sum', period });
    }),
  );

export const throttledIn = (table: string) => sumOf('throttled', ofTable(table, 'ReadThrottleEvents', 'WriteThrottleEvents'));
