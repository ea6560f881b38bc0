import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { prices } from '../../write/prices.ts';
import type { Monitored } from './alarms.ts';
import { period, sumOf, tableMetrics } from './metrics.ts';

const { million, gigabyteSecond, gigabyteOfLogs } = prices;
const sum = { statistic: 'Sum', period };

/** The main costs at list prices: the measured usage of each service, times its price. */
export function costMetrics({ api, functions, table, queues }: Monitored): IMetric[] {
  const all = [...functions.values()];
  const bySize = Map.groupBy(all, ({ megabytes }) => megabytes);
  return [
    sumOf('gateway', [api.metricCount(sum)], million.apiRequests / 1e6),
    sumOf(
      'function calls',
      all.map(({ lambda }) => lambda.metricInvocations(sum)),
      million.functionCalls / 1e6,
    ),
    ...[...bySize].map(([megabytes, some]) =>
      sumOf(
        `functions of ${megabytes} MB`,
        some.map(({ lambda }) => lambda.metricDuration(sum)),
        (gigabyteSecond * megabytes) / 1024 / 1000,
      ),
    ),
    sumOf('table reads', tableMetrics(table, 'ConsumedReadCapacityUnits'), million.readUnits / 1e6),
    sumOf('table writes', tableMetrics(table, 'ConsumedWriteCapacityUnits'), million.writeUnits / 1e6),
    // Each message is sent, received and deleted.
    sumOf('queue', [queues.queue.metricNumberOfMessagesSent(sum)], (3 * million.queueCalls) / 1e6),
    sumOf(
      'logs',
      all.map(({ logs }) => logs.metricIncomingBytes(sum)),
      gigabyteOfLogs / 1e9,
    ),
  ];
}
